import { expect, it } from "vitest";
import { toJson } from "./safe-text.ts";

it("17.2 JSON on a terminal holds no character that acts on it, and reads the same", () => {
  const value = { a: "\u001b[31m \u009b2J \u202e \u2028 \u{e0041} 👩‍💻 名", "\u200b": 1 };
  const json = toJson(value);
  expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(json)).toEqual(value);
});
