import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { relateRules } from "./relate-rules.ts";

describe("relateRules", () => {
  it.each([
    ["conflict", "Use tabs.", "Indent with 2 spaces", "one setting, two values"],
    ["conflict", "Max line length: 100", "Keep lines under 120 characters", "one number, two values"],
    ["conflict", "Use pnpm, not npm.", "Install with yarn.", "one tool for the job, two named"],
    [
      "conflict",
      "Always use named exports.",
      "Components are default exports.",
      "a general rule and a narrow one",
    ],
    ["conflict", "Never throw.", "Raise an exception for invalid input.", "a ban of what the other asks for"],
    ["conflict", "Commit after each task.", "Do not commit unless asked.", "the exception leaves the ban"],
    ["conflict", "Semicolons are omitted", "End lines with semicolons", "a ban behind its object"],
    [
      "conflict",
      "Commit generated code.",
      "Never commit generated code.",
      "words no table knows as a setting",
    ],
    ["duplicate", "2-space indent", "Use two spaces for indentation, never tabs.", "one contains the other"],
    ["duplicate", "No default exports", "Prefer named exports", "forbidding one of two asks for the other"],
    ["duplicate", "Don't skip hooks with --no-verify", "Never bypass pre-commit hooks", "two spellings"],
    ["duplicate", "Only commit when asked.", "Do not commit unless asked.", "only-when and not-unless"],
    ["independent", "Commit after each task.", "Never push to the remote.", "committing is not pushing"],
    ["independent", "No semicolons in Python.", "Use semicolons in TypeScript.", "other languages"],
    ["independent", "Mock services in unit tests.", "No mocks in integration tests.", "other tests"],
    ["independent", "Components in PascalCase", "Hooks in camelCase", "other things are named"],
    ["independent", "Run tests before committing.", "Do not commit unless asked.", "a condition is no duty"],
    ["independent", "Max line length 100", "Functions have at most 40 lines", "other numbers"],
    ["independent", "Use braces always.", "No emoji in replies.", "nothing in common"],
  ])("%s: %j and %j: %s", (relation, a, b) => {
    expect(relateRules(a, b).relation).toBe(relation);
  });

  it.each([
    ["Python", "TypeScript", "independent", "disjoint"],
    ["**/*.py", "Python", "conflict", "same"],
    [undefined, "Python", "conflict", "contained"],
    ["all code", "Python", "conflict", "contained"],
    ["services", "Vim plugins", "independent", "disjoint"],
    ["tests/**", "src/**", "independent", "disjoint"],
  ])("scopes %j and %j make it %s (%s)", (left, right, relation, overlap) => {
    const related = relateRules({ text: "Use tabs", scope: left }, { text: "Use 4 spaces", scope: right });
    expect([related.relation, related.scope_overlap]).toEqual([relation, overlap]);
  });

  it("says which words are opposed, and why it is needed", () => {
    expect(relateRules("Uses **bun**; do not use npm.", "Package manager: pnpm")).toMatchInlineSnapshot(`
      {
        "opposed": [
          {
            "a": "bun",
            "b": "pnpm",
          },
        ],
        "reasons": [
          "the first asks for "bun", the second for "pnpm"",
        ],
        "relation": "conflict",
        "scope_overlap": "same",
        "score": 0.88,
        "shared": [],
      }
    `);
  });

  it("takes a model's similarity as one more sign", () => {
    const a = "Name things so that a newcomer understands them.";
    const b = "Identifiers speak for themselves.";
    expect(relateRules(a, b).relation).toBe("independent");
    expect(relateRules(a, b, { similarity: 0.93 }).relation).toBe("duplicate");
    expect(relateRules("Use tabs", "Use 2 spaces", { similarity: 0.93 }).relation).toBe("conflict");
  });

  it("reads at most the first 4,000 characters, in linear time", () => {
    const long = "never use no not without ".repeat(100_000);
    expect(relateRules(long, `${long} tabs`).relation).toBe("duplicate");
  });
});

/** Words that the tables know, so that random rules meet each other. */
const word = fc.constantFrom(
  ..."use never avoid prefer no not only unless when over instead of tabs spaces 2 4 npm pnpm yarn tests mocks commit push ask before any type interface single double quotes semicolons in for python typescript files camelCase snake_case line length 100 120 characters without and or but remove skip , . ; : ( )".split(
    " ",
  ),
);
const rule = fc.array(word, { minLength: 1, maxLength: 16 }).map((words) => words.join(" "));

describe("laws of relateRules", () => {
  it("the relation does not depend on the order", () => {
    fc.assert(
      fc.property(rule, rule, (a, b) => {
        const there = relateRules(a, b);
        const back = relateRules(b, a);
        expect([back.relation, back.score]).toEqual([there.relation, there.score]);
      }),
    );
  });

  it("a rule repeats itself", () => {
    fc.assert(
      fc.property(fc.oneof(rule, fc.string({ unit: "binary" })), fc.option(fc.string()), (text, scope) => {
        const given = { text, scope: scope ?? undefined };
        expect(relateRules(given, given).relation).toBe("duplicate");
      }),
    );
  });

  it("layout changes nothing", () => {
    const dress = fc.constantFrom<(text: string) => string>(
      (text) => `- ${text}`,
      (text) => `  * ${text}\n`,
      (text) => `12. ${text}`,
      (text) => `**${text}**`,
      (text) => `\`${text}\``,
      (text) => text.replaceAll(" ", "  "),
      (text) => text.replaceAll(" ", "\n"),
      (text) => `> ${text.replaceAll("tabs", "**tabs**").replaceAll("npm", "`npm`")}`,
    );
    fc.assert(
      fc.property(rule, rule, dress, (a, b, dressed) => {
        expect(relateRules(dressed(a), b).relation).toBe(relateRules(a, b).relation);
      }),
    );
  });

  it("never throws, and its score stays between 0 and 1", () => {
    const text = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(text, text, fc.option(text), (a, b, scope) => {
        const { score } = relateRules({ text: a, scope: scope ?? undefined }, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
  });
});
