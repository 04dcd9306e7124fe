import { fieldOf, textOf } from "../json/read-json.ts";

/** `owner/name#12`, spelled as the addresses of the repository spell it. */
export function githubTask(payload: unknown, number: unknown): string | undefined {
  const repository = textOf(fieldOf(fieldOf(payload, "repository"), "full_name"));
  const isNumber = typeof number === "number" && Number.isSafeInteger(number) && number > 0;
  return repository === undefined || !isNumber ? undefined : `${repository.slice(0, 201)}#${number}`;
}
