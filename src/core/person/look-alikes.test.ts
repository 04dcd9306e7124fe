import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAlikeKeys, looksAlike } from "./look-alikes.ts";

describe("names that look alike", () => {
  it.each([
    ["ana", "аna", "a Cyrillic a"],
    ["ana", "ΑNA", "a Greek capital Alpha"],
    ["ana", "a\u200Bn\u2060a", "what cannot be seen"],
    ["ana", "ａｎａ", "full-width letters"],
    ["ana", "𝒶𝓃𝒶", "mathematical letters"],
    ["ana  lee", " ana lee", "spaces"],
    ["bo", "b0", "a zero"],
    ["bill", "bi1l", "a one"],
    ["Ian", "lan", "a capital I and a small l"],
    ["ian", "Іan", "a Cyrillic capital I"],
    ["Ian", "ian", "case"],
    ["paul", "раul", "two Cyrillic letters"],
    ["scott", "ѕсοtt", "three alphabets"],
    ["ana-b", "ana–b", "a dash"],
    ["o'neil", "o’neil", "an apostrophe"],
    ["ana@example.com", "ana@ехаmple.com", "an address"],
  ])("%s and %s: %s", (a, b) => {
    expect(looksAlike(a, b)).toBe(true);
  });

  it.each([
    ["ana", "anna"],
    ["ian", "lan"],
    ["kai", "kal"],
    ["josé", "jose"],
    ["arno", "amo"],
    ["ana1", "ana2"],
    ["мария", "марина"],
    ["李", "王"],
  ])("%s and %s do not", (a, b) => {
    expect(looksAlike(a, b)).toBe(false);
  });

  it("does not depend on the spelling, and every name looks like itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (name) => {
        expect(looksAlike(name, name)).toBe(true);
        for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) {
          expect(lookAlikeKeys(name.normalize(form))).toEqual(lookAlikeKeys(name));
        }
      }),
    );
  });
});
