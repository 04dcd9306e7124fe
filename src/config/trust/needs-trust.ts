import type { Given } from "../given.ts";
import { looksLikeFile } from "../given.ts";

/** Whether a value of a repository's own file waits until the user trusts it. A value that repeats the default never does. */
export function needsTrust({ key, value, inFile }: Given): boolean {
  if (inFile) return true;
  if (key.default !== undefined && key.default === value) return false;
  if (typeof key.free === "object") return typeof value !== "string" || !key.free.only.includes(value);
  switch (key.free ?? "never") {
    case "always":
      return false;
    case "raised":
      return typeof value !== "number" || value < Number(key.default);
    case "names":
      return (
        !Array.isArray(value) || value.some((entry) => typeof entry !== "string" || looksLikeFile(entry))
      );
    case "never":
      return true;
  }
}
