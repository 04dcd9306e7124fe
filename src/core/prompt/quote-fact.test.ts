import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GAP_NAMES, quoteCode, quoteFactWords } from "./quote-fact.ts";

describe("quoting a fact", () => {
  it.each([
    { fact: "x is undefined", code: "`x is undefined`", why: "plain text stays" },
    { fact: "use `eval` now", code: "`use 'eval' now`", why: "a backtick would end the quotation" },
    { fact: "one\n\n# two\r\n- three", code: "`one # two - three`", why: "no line of its own in the prompt" },
    { fact: "\u001b[31mred\u001b[0m", code: "`red`", why: "colours are for terminals" },
    { fact: "a\u200bb\u202ec\u{e0041}d\ufe0f", code: "`abcd`", why: "hidden characters carry hidden text" },
    { fact: "lone \ud800 half", code: "`lone half`", why: "half a character is none" },
    { fact: "KeyError: {error_message}", code: "`KeyError: (error_message)`", why: "no gap seems left open" },
    { fact: "{{issue}}", code: "`{(issue)}`", why: "nor one in double braces" },
    { fact: "KeyError: '{name}'", code: "`KeyError: '{name}'`", why: "other braces are the fact's own" },
    { fact: "$& $1 $`", code: "`$& $1 $'`", why: "replacement patterns are text" },
    { fact: "  ", code: undefined, why: "blanks say nothing" },
    { fact: "---", code: undefined, why: "punctuation says nothing" },
    { fact: undefined, code: undefined, why: "no fact" },
  ])("$fact: $why", ({ fact, code }) => {
    expect(quoteCode(fact)).toBe(code);
  });

  it("cuts long facts, never in the middle of a character", () => {
    expect(quoteCode("é".repeat(400))).toBe(`\`${"é".repeat(300)}…\``);
    expect(quoteCode(`${"a".repeat(299)}😀😀`)).toBe(`\`${"a".repeat(299)}…\``);
    expect(quoteCode(`x${" ".repeat(1_000_000)}y`)).toBe("`x…`");
  });

  it("drops the full stop of somebody's words and keeps their question mark", () => {
    expect(quoteFactWords("I meant a “security” review.")).toBe("“I meant a 'security' review”");
    expect(quoteFactWords("Why not Redis?")).toBe("“Why not Redis?”");
  });

  it("001.5: nothing quoted holds a gap, a line break or a mark that ends the quotation", () => {
    const pieces = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "{",
        "}",
        "`",
        "“",
        "”",
        "\n",
        "\u2028",
        "issue",
        "constraint",
        "{issue}",
        "{error_message}",
      ),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (list) => {
        for (const quoted of [quoteCode(list.join("")), quoteFactWords(list.join(""))]) {
          if (quoted === undefined) continue;
          expect(quoted.slice(1, -1)).not.toMatch(/[`“”"\p{Cc}\p{Cf}\u2028\u2029]/u);
          expect(GAP_NAMES.filter((name) => quoted.includes(`{${name}}`))).toEqual([]);
          expect(quoted.length).toBeLessThanOrEqual(303);
        }
      }),
    );
  });
});
