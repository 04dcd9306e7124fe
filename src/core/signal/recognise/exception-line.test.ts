import { describe, expect, it } from "vitest";
import { exceptionLine } from "./exception-line.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("exceptionLine", () => {
  it.each([
    ["an exception with its message", "BasketError: basket 4 is closed", "strong runtime_error"],
    ["with its module", "requests.exceptions.ConnectionError: max retries exceeded", "strong runtime_error"],
    ["a command's error", "Error: unknown flag: --basket", "strong runtime_error"],
    ["a command's error in lower case", "error: cannot open the basket", "strong runtime_error"],
    ["in lower case without a word of failure", "error: basket four", "weak runtime_error"],
    ["quoted by a person", "now I get TypeError: basket.map is not a function", "strong runtime_error"],
    ["nothing behind the colon", "Error: none", "nothing"],
    ["source that catches", "except BasketError: pass", "nothing"],
    ["source that raises", 'raise BasketError("closed")', "nothing"],
    ["a type", "  error: BasketError | null;", "nothing"],
    ["a heading in prose", "Errors: how they are shown", "nothing"],
    ["a commit", "1a2b3c4 fix TypeError: basket.map in the cart", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([exceptionLine], text).saw).toBe(saw);
  });
});
