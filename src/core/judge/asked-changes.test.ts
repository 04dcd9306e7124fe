import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedChanges, contraryWord as contrary } from "./asked-changes.ts";

const contraryWord = (a: string, b: string): string | undefined => contrary(askedChanges(a), askedChanges(b));

describe("contraryWord", () => {
  it.each([
    ["add a null check here", "drop this null check", "one asks for it, the other wants it gone"],
    ["You may want to check for NULL", "No need to check for NULL because it cannot be", "no need turns it"],
    ["please add a test for this", "remove this test, it tests the framework", "a command each"],
    ["missing docstring", "this docstring is redundant", "diagnoses, not commands"],
    ["The comment is unnecessary", "Please add a comment that says why", "either way round"],
    ["don't remove the guard", "remove the guard", "a refusal turns a command"],
  ])("finds %s / %s: %s", (a, b) => {
    expect(contraryWord(a, b)).toBeDefined();
    expect(contraryWord(b, a)).toBeDefined();
  });

  it.each([
    ["missing null check", "add a null check", "a diagnosis and its remedy"],
    ["opened without a context manager", "use a context manager", "what is missing is asked for"],
    ["unused import", "remove this import", "what is useless is to go"],
    ["no test for this?", "where is a test for it", "two ways to ask"],
    ["nit: indent", "please revert this", "nothing in common"],
    ["", "add a null check", "no words"],
    ["rename this to fetchAll", "name is misleading", "neither more nor less"],
  ])("finds none in %s / %s: %s", (a, b) => {
    expect(contraryWord(a, b)).toBeUndefined();
  });

  it("never says that a text is contrary to itself, and takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(contraryWord(text, text)).toBeUndefined();
      }),
    );
    const long = "remove no need to add a check ".repeat(40_000);
    expect(contraryWord(long, long)).toBeUndefined();
  });
});
