import { maskSecrets } from "../rule-text/secrets.ts";
import { showUnseen } from "../text/show-unseen.ts";

const MAX_SHOWN = 200;

/** The line of a text around a position, as people may see it: without secrets and hidden characters. */
export function shownLine(text: string, position: number): string {
  const from = text.lastIndexOf("\n", position - 1) + 1;
  const to = text.indexOf("\n", position);
  const line = maskSecrets(text.slice(from, to === -1 ? undefined : to)).trim();
  return showUnseen(line).slice(0, MAX_SHOWN).toWellFormed();
}
