import { describe, expect, it } from "vitest";
import { rubyTrace } from "./ruby-trace.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("rubyTrace", () => {
  it.each([
    [
      "the first line carries everything",
      "cart.rb:3:in `total': undefined method `sum' for nil:NilClass (NoMethodError)\n\tfrom cart.rb:9:in `<main>'",
      "proof runtime_error",
      {
        language: "ruby",
        error_type: "NoMethodError",
        error_message: "undefined method `sum' for nil:NilClass",
        file: "cart.rb",
        line: 3,
      },
    ],
    [
      "Ruby 3.4 quotes with apostrophes on both sides",
      "cart.rb:3:in 'Cart#total': divided by 0 (ZeroDivisionError)",
      "proof runtime_error",
      {
        language: "ruby",
        error_type: "ZeroDivisionError",
        error_message: "divided by 0",
        file: "cart.rb",
        line: 3,
      },
    ],
    ["rake gives up", "rake aborted!", "proof runtime_error", { language: "ruby", framework: "rake" }],
    [
      "a frame alone",
      "\tfrom cart.rb:9:in `<main>'",
      "strong runtime_error",
      { language: "ruby", file: "cart.rb", line: 9 },
    ],
    ["a warning is none", "cart.rb:3: warning: assigned but unused variable - x", "nothing", {}],
    ["a search hit", 'cart.rb:3:  raise NoMethodError, "total"', "nothing", {}],
    ["a search hit in a comment", "cart.rb:12:# may raise (NoMethodError)", "nothing", {}],
  ])("%s", (_why, text, saw, facts) => {
    expect(strongest([rubyTrace], text)).toEqual({ saw, facts });
  });
});
