import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { standingInstruction } from "./standing-instruction.ts";

/** What is said, and the rule it becomes. */
const INSTRUCTIONS: readonly (readonly [said: string, rule: string])[] = [
  ["never commit to main", "Never commit to main."],
  ["remember: always run the linter before pushing", "Always run the linter before pushing."],
  ["from now on write the summary in English", "Write the summary in English."],
  ["in this repo we use pnpm", "In this repo, use pnpm."],
  ["We use pnpm in this repo, not npm.", "Use pnpm in this repo, not npm."],
  ["For future PRs, link the ticket in the description.", "In PRs, link the ticket in the description."],
  ["please always add a changelog entry, thanks!", "Always add a changelog entry."],
  ["You should never push to prod on Fridays.", "Never push to prod on Fridays."],
  ["Don't ever delete the backups.", "Never delete the backups."],
  ["from now on, don't touch generated files", "Do not touch generated files."],
  ["Going forward please ask me before you install packages.", "Ask the user before you install packages."],
  ["Remember to update the docs when you change the API", "Update the docs when you change the API."],
  ["We never log customer emails.", "Never log customer emails."],
  ["All commit messages must be in English.", "All commit messages must be in English."],
  ["Every PR needs to have a description.", "Every PR needs to have a description."],
  [
    "Whenever you add a migration, bump the schema version.",
    "Whenever you add a migration, bump the schema version.",
  ],
  ["Before every commit run the formatter.", "Before every commit, run the formatter."],
  [
    "Nope. Always use the design tokens for colours, you keep hardcoding hex.",
    "Always use the design tokens for colours.",
  ],
  ["New rule: no, always squash before merging", "Always squash before merging."],
  ["Under no circumstances run migrations against production.", "Never run migrations against production."],
  ["In our codebase, we name tests after the behaviour.", "In our codebase, name tests after the behaviour."],
  ["house rule: use British spelling", "Use British spelling."],
  ["As a rule, keep functions under 40 lines.", "Keep functions under 40 lines."],
  ["you must always check the return code", "Always check the return code."],
  ["we only use uuid v7 in this project", "Only use uuid v7 in this project."],
  [
    "That broke prod. Never force-push again without telling us.",
    "Never force-push again without telling us.",
  ],
  ["don't commit to main again!", "Do not commit to main."],
  ["Write the summary in English from now on.", "Write the summary in English."],
  ["use pnpm in this repository", "Use pnpm in this repository."],
  ["Run the linter before pushing, always!", "Run the linter before pushing."],
  [
    "Every time you add an endpoint, document it in the reference.",
    "Every time you add an endpoint, document it in the reference.",
  ],
  ["team: never merge your own PR", "Never merge your own PR."],
  ["Keep in mind: never put secrets in fixtures", "Never put secrets in fixtures."],
  ["always answer in German", "Always answer in German."],
  ["we write commit messages in the imperative here", "Write commit messages in the imperative here."],

  ["always reply to the customer by name", "Always reply to the customer by name."],
  [
    "In future, summarise the meeting in five bullets at most.",
    "Summarise the meeting in five bullets at most.",
  ],
  ["no PR may be merged without a review", "No PR may be merged without a review."],
  ["from now on use tabs.", "Use tabs."],
];

/** What sounds like one and is none. */
const OTHERS: readonly string[] = [
  "We need more examples here.",
  "In this repo I see two configs.",
  "Prefix can be vague in the future.",
  "run it again",
  "Find the bug in this repo",
  "Add a README to this project",
  "use the other helper",
  "don't do it again",
  "Rule: unclear",
  "could you always be this quick",
  "we never use this",
  "They never merge on Friday",
  "All of this must be from the cache",
  "Any idea why it must be sorted?",
  "if you never commit, you lose it",
  "nothing ever works",
  "see you next time",
  "I never said that",
  "it always fails",
  "never mind",
  "as always, great work",
  "This never works.",
  "You always forget the tests.",
  "Never again.",
  "never do that again",
  "always do it like this",
  "Should we always run the linter?",
  'he said "never commit to main"',
  "> never commit to main",
  "The README says never to commit to main.",
  "for this PR, always use the old API",
  "never touch this file",
  "always happy to help",
  "I'll never get this.",
  "from now on I'll do it myself",
  "remember when we used npm?",
  "do you remember the old API?",
  "never been better",
  "We never got around to it.",
  "It must always have been broken.",
  "always a pleasure",
  "rule out the cache first",
  "just use pnpm for now",
  "never commit to main, apparently",
  "You never run the tests",
  "the build always passes on main",
  "Never seen this before",
  "Always the same error.",
  "we use pnpm",
  "every test passes",
  "all good",
  "each of these should be fixed",
  "Now all tests pass.",
  "in this repo there are two configs",
  "remember the milk",
  "Thanks, in the future looks bright",
  "this should always return a list",
  "The function must never return null here",
  "never works",
  "every time I run it, it crashes",
  "Every time you push the build breaks",
  "We always had this problem",
  "never fails to amaze",
  "Fix the test. It never runs.",
  "In general looks good",
  "whenever I open it, it fails",
  "Before every release the numbers look odd",
];

describe("standingInstruction", () => {
  it.each(INSTRUCTIONS)("16.x a standing instruction is known: %s", (said, rule) => {
    expect(standingInstruction(said)?.text).toBe(rule);
  });

  it.each(OTHERS)("16.x a standing instruction is not seen where none is: %s", (said) => {
    expect(standingInstruction(said)).toBeUndefined();
  });

  it("names the sentence it was said in", () => {
    const said = "Thanks for the fix. From now on, run the linter first. The rest is fine.";
    const { start, end } = standingInstruction(said)!;
    expect(said.slice(start, end)).toBe("From now on, run the linter first");
  });

  it("answers any text without an exception", () => {
    const piece = fc.constantFrom(
      "never",
      "always",
      "from now on",
      ",",
      "we",
      "in this repo",
      "all",
      "must",
      "\n> ",
      ":",
      "(",
      "use",
    );
    const text = fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 30 });
    fc.assert(
      fc.property(text, (parts) => {
        const found = standingInstruction(parts.join(" "));
        expect(found === undefined || found.text.endsWith(".")).toBe(true);
      }),
    );
  });
});
