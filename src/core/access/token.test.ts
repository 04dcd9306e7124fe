import { crc32 as reference } from "node:zlib";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { crc32 } from "./token.ts";

it("is the CRC-32 that everybody computes", () => {
  expect(crc32("123456789")).toBe("cbf43926");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
      expect(Number.parseInt(crc32(text), 16)).toBe(reference(text));
    }),
  );
});
