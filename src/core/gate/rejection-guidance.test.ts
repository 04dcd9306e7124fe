import { expect, it, describe } from "vitest";
import { BUILT_IN_PACKS, CODE_PACK } from "./built-in-packs.ts";
import { createGateCatalogue } from "./gate.ts";
import { tagGuidance, rejectionGuidance } from "./rejection-guidance.ts";
import { formatRejection } from "./format-rejection.ts";
import { rejectionVerdict } from "./rejection.ts";
import { reviewerWords } from "./asks-for-change.ts";

it("says what to do about registered tags and keeps the others visible, in order", () => {
  const [gate] = CODE_PACK.gates;
  const guidance = tagGuidance(["__proto__", gate!.tag], createGateCatalogue([CODE_PACK]));
  expect(guidance).toEqual([
    {
      tag: "__proto__",
      registered: false,
      gate: null,
      description: null,
      fix: null,
      severity: null,
      auto_fixable: null,
      route: null,
    },
    { ...gate, registered: true },
  ]);
});

const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const format = (issues: readonly string[], comment?: string): string =>
  formatRejection({
    issues,
    source: "ana",
    ts: "2026-05-01T08:00:00Z",
    catalogue,
    ...(comment === undefined ? {} : { comment }),
  });
const ASKS = /ask which gate failed/i;

describe("what a rejection amounts to", () => {
  it.each([
    { tags: ["near_duplicate"], verdict: "warnings" },
    { tags: ["near_duplicate", "broken_wiki_links"], verdict: "warnings" },
    { tags: ["near_duplicate", "date_errors"], verdict: "rejected" },
    { tags: ["near_duplicate", "nobody_knows_this"], verdict: "rejected" },
    { tags: ["unspecified"], verdict: "rejected" },
    { tags: [], verdict: "rejected" },
  ])("17.4 $tags is $verdict", ({ tags, verdict }) => {
    expect(rejectionVerdict(tags, catalogue)).toBe(verdict);
  });

  it("17.4 a comment of warnings only says so", () => {
    expect(format(["near_duplicate"])).toContain("**Warnings** — 1 non-blocking issue (by `ana`)");
    expect(format(["near_duplicate", "broken_wiki_links"])).toContain("**Warnings** — 2 non-blocking issues");
    expect(format(["near_duplicate"])).not.toContain("Rejected");
    expect(format(["near_duplicate", "date_errors"])).toContain("**Rejected** — 1 blocking issue, 1 warning");
  });
});

describe("a rejection that names no gate", () => {
  it("17.4 is guided by the reviewer's words if they say what is wanted", () => {
    const [guidance] = rejectionGuidance([], "Cite the survey for the 40 % figure.", catalogue);
    expect(guidance).toMatchObject({ tag: "unspecified", fix: "Cite the survey for the 40 % figure." });
    const comment = format([], "Cite the survey for the 40 % figure.");
    expect(comment).toContain("Fix: Do what the note below asks.");
    expect(comment).not.toMatch(ASKS);
  });

  it("17.4 is to be asked about if they do not", () => {
    const [guidance] = rejectionGuidance(["unspecified"], "No.", catalogue);
    expect(guidance?.fix).toMatch(ASKS);
    expect(format([], "needs work")).toMatch(ASKS);
  });

  it("17.4 keeps the guidance of a tag that it has", () => {
    const [guidance] = rejectionGuidance(["date_errors"], "Cite the survey.", catalogue);
    expect(guidance).toEqual({ ...catalogue.find("date_errors"), registered: true });
  });

  it.each([
    { why: "nothing", comment: undefined, words: undefined },
    { why: "a bare comment", comment: " Cite it. ", words: "Cite it." },
    { why: "a block by hand", comment: `<!-- REJECTION: {"issues":[]} -->\nCite it.`, words: "Cite it." },
    { why: "our comment without a note", comment: format(["date_errors"]), words: undefined },
    {
      why: "our comment with a note",
      comment: format([], "Cite it.\n\nTwice."),
      words: "Cite it.\n\nTwice.",
    },
    { why: "words above ours", comment: `Cite it.\n\n${format(["date_errors"])}`, words: "Cite it." },
    { why: "a comment that never ends", comment: "Cite it. <!-- REJECTION: {", words: "Cite it." },
  ])("17.4 finds the reviewer's own words in $why", ({ comment, words }) => {
    expect(reviewerWords(comment)).toBe(words);
  });
});
