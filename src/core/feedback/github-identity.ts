import { textOf, type JsonObject } from "../json/read-json.ts";

/** The number that a GitHub server gave something. */
export const githubNumber = (id: unknown): string | undefined =>
  typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? String(id) : textOf(id);

/** Every GitHub server counts from 1, so only the numbers of github.com stand alone. */
export function githubServer(object: JsonObject): string {
  const address = (textOf(object["html_url"]) ?? "").slice(0, 300);
  const host = /^https?:\/\/([\w.-]{1,253}(?::\d{1,5})?)\//.exec(address)?.[1]?.toLowerCase();
  return host === undefined || host === "github.com" ? "" : `${host}/`;
}
