import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenCost } from "./token-cost.ts";

describe("tokenCost", () => {
  it.each<{ why: string; text: string; cost: number }>([
    { why: "nothing costs nothing", text: "", cost: 0 },
    { why: "some four letters to a token", text: "Close every file handle in a finally block.", cost: 12 },
    { why: "signs and digits cost more", text: "a[0] !== b[1]", cost: 6 },
    { why: "other alphabets cost more than Latin", text: "Закрывай файлы", cost: 9 },
    { why: "ideographs cost a token and more", text: "关闭文件", cost: 5 },
    { why: "emoji cost several", text: "🙂🙂", cost: 5 },
  ])("$why", ({ text, cost }) => expect(tokenCost(text)).toBe(cost));

  it("never costs less in parts than as a whole, and is bounded by the length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(tokenCost(a) + tokenCost(b)).toBeGreaterThanOrEqual(tokenCost(a + b));
        expect(tokenCost(a)).toBeLessThanOrEqual(Math.ceil(1.25 * a.length));
      }),
    );
  });
});
