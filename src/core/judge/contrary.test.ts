import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contraryReason } from "./contrary.ts";
import { readSigns } from "./text-signs.ts";

const reason = (a: string, b: string): string | undefined => contraryReason(readSigns(a), readSigns(b));

describe("contraryReason", () => {
  it.each([
    ["add a null check here", "drop this null check", "null check", "a command each"],
    ["please add a test for this", "remove this test, it tests the framework", "test", "objects of verbs"],
    ["missing docstring", "this docstring is redundant", "documentation", "diagnoses, not commands"],
    ["The comment is unnecessary", "Please add a comment that says why", "comment", "either way round"],
    ["don't remove the guard", "remove the guard", "check", "a refusal turns a command"],
    ["guard against it", "remove the guard", "check", "a verb that stands for a thing"],
    ["squash these", "please don't squash, keep them separate", "squash", "both ways of saying it"],
    ["we should log the miss", "I'd get rid of this log line", "log", "a wish and its refusal"],
    ["this should be async", "no reason to make it async, plain def", "async", "no reason to"],
    ["missing semicolon", "we're a standardjs repo: no semicolons", "semicolon", "no with a plural bans"],
    ["make the parameters final", "final on every parameter is just noise", "final", "a verdict behind it"],
    [
      "extract this into its own function",
      "one caller, inline it again",
      "inline",
      "contraries of one thing",
    ],
    ["single quotes pls", "prefer double quotes", "single quotes", "words that belong together"],
    ["Make it private.", "This should be public, plugins use it", "private", "an adjective that is wanted"],
    ["is this check needed?", "you forgot to check the result", "check", "a doubt and an omission"],
    ["why the extra interface?", "put an interface in front of it", "abstraction", "why doubts what follows"],
    ["no timeout?", "no need for a timeout here", "timeout", "no in a question misses it"],
    ["the docstring says nothing new, drop it", "missing docstring", "documentation", "it is the docstring"],
    ["rebase please", "replace the rebase with a merge commit", "rebase", "what is replaced is not wanted"],
    ["unescaped output", "no need to escape this", "escape", "un- complains"],
    ["stop adding disclaimers", "add a disclaimer", "disclaimer", "what is to stop is not wanted"],
  ])("finds that %j and %j differ about %s: %s", (a, b) => {
    expect(reason(a, b)).toMatch(/^one wants .*, the other /);
    expect(reason(b, a)).toBeDefined();
  });

  it("says what each of the two wants", () => {
    expect(reason("use tabs, not spaces", "use spaces please")).toBe(
      "one wants “use tabs”, not “spaces”, the other “use spaces”",
    );
    expect(reason("no emoji please", "add an emoji")).toBe("one wants no “emoji”, the other “add an emoji”");
  });

  it.each([
    ["missing null check", "add a null check", "a diagnosis and its remedy"],
    ["opened without a context manager", "use a context manager", "what is missing is asked for"],
    ["unused import", "remove this import", "what is useless is to go"],
    ["no test for this?", "where is a test for it", "two ways to ask"],
    ["file never closed", "close the file", "what nobody did is to be done"],
    ["why async? nothing is awaited", "drop the async", "a doubt and a command"],
    ["use tabs, not spaces", "tabs please, no spaces", "the same choice"],
    ["log it instead of printing it", "use the logger rather than print", "the same preference"],
    ["nit: indent", "please revert this", "nothing in common"],
    ["", "add a null check", "no words"],
    ["rename this to fetchAll", "name is misleading", "neither more nor less"],
  ])("finds nothing between %j and %j: %s", (a, b) => {
    expect(reason(a, b)).toBeUndefined();
    expect(reason(b, a)).toBeUndefined();
  });

  it("never finds a text contrary to itself, and tells the same either way", () => {
    const words = fc.constantFrom(
      ..."add drop no need to don't keep the a log test check why not is missing overkill ? . , ` please fine what if instead of".split(
        " ",
      ),
    );
    const text = fc.array(words, { maxLength: 14 }).map((each) => each.join(" "));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(reason(a, a)).toBeUndefined();
        expect(reason(a, b) === undefined).toBe(reason(b, a) === undefined);
      }),
    );
  });
});
