import { findSecrets } from "./find-secrets.ts";

/** The text with what looks like a secret taken out. */
export function maskSecrets(text: string): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    masked += `${text.slice(at, start)}[secret]`;
    at = end;
  }
  return masked + text.slice(at);
}
