import { describe, expect, it } from "vitest";
import { createKeyGuard } from "./key-guard.ts";

const KEY = "sk-0123456789abcdefghij";

describe("createKeyGuard", () => {
  it.each([
    { why: "the key", text: `bad key ${KEY}.`, shown: "bad key [key]." },
    { why: "its beginning", text: "bad key sk-0123456789***", shown: "bad key [key]***" },
    { why: "its end", text: "…abcdefghij", shown: "…[key]" },
    { why: "it twice, together", text: `${KEY}${KEY}`, shown: "[key]" },
    { why: "a piece too short to tell anything", text: "sk-01234", shown: "sk-01234" },
    { why: "nothing of it", text: "no such model", shown: "no such model" },
  ])("keeps back $why", ({ text, shown }) => {
    const { removeKey, containsKey } = createKeyGuard(KEY);
    expect(removeKey(text)).toBe(shown);
    expect(containsKey(text)).toBe(shown !== text);
  });

  it.each([undefined, "none", "ollama"])("knows that %s is no secret", (key) => {
    const { removeKey, containsKey } = createKeyGuard(key);
    expect(removeKey("none of ollama's")).toBe("none of ollama's");
    expect(containsKey("none of ollama's")).toBe(false);
  });
});
