import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { apiTypes } from "../../scripts/make-api-types.ts";

/** Without what a formatter may put otherwise. */
const words = (text: string): string => text.replaceAll(/["\s;,|()]/g, "");

it("the app's contract is that of the server; `node scripts/make-api-types.ts` writes it anew", () => {
  // Compared as a whole: the two texts would fill the screen.
  expect(words(readFileSync("web/src/api/contract.ts", "utf8")) === words(apiTypes())).toBe(true);
});
