import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownCode, quoteGuidance, quoteNote, formatRejection } from "./format-rejection.ts";
import { BUILT_IN_PACKS, CODE_PACK } from "./built-in-packs.ts";
import { createGateCatalogue, type GatePack } from "./gate.ts";
import { parseRejection } from "./parse-rejection.ts";

const outside = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom("`", "``", "\n", "\r", "<", "<!--", "-->", "@bob", "\\", " ", "a", "\u202e", "\ud800"),
    )
    .map((parts) => parts.join("")),
);

describe("quoteCode", () => {
  it.each([
    { text: "tests_failing", code: "`tests_failing`", why: "a tag needs no escape" },
    { text: "a`b", code: "`a\\u0060b`", why: "a backtick would end the code" },
    { text: "@bob <b>", code: "`\\u0040bob \\u003cb\\u003e`", why: "nobody is called, nothing is rendered" },
    { text: "a\nb", code: "`a\\nb`", why: "a line break would end the item" },
    { text: ' "x" ', code: '`\\u0020"x"\\u0020`', why: "spaces at the edges would be dropped" },
    { text: "a\u202eb\u{e0041}", code: "`a\\u202eb\\udb40\\udc41`", why: "hidden characters are shown" },
    {
      text: `${"x".repeat(199)}\u{1f600}`,
      code: `\`${"x".repeat(199)}\`…`,
      why: "long text is cut between characters",
    },
  ])("writes $code: $why", ({ text, code }) => {
    expect(markdownCode(text)).toBe(code);
  });

  it("keeps any text inside its code span", () => {
    fc.assert(
      fc.property(outside, (text) => {
        expect(markdownCode(text)).toMatch(/^`[^`<>@\r\n]*`…?$/);
      }),
    );
  });
});

describe("quoteNote", () => {
  it("keeps any text inside its fence, and free of blocks", () => {
    fc.assert(
      fc.property(outside, (text) => {
        const lines = quoteNote(text).split("\n");
        const fence = lines[0]?.replace("text", "") ?? "";
        expect(fence).toMatch(/^`{3,}$/);
        expect(lines.at(-1)).toBe(fence);
        expect(lines.slice(1, -1).join("\n")).not.toContain(fence);
        expect(lines.join("\n")).not.toContain("<!--");
      }),
    );
  });

  it("is bounded", () => {
    expect(quoteNote("x".repeat(100_000))).toMatch(/\n\(80000 more characters left out\)$/);
  });
});

it("quoteGuidance keeps a pack's words on one line without a comment", () => {
  expect(quoteGuidance(" Use `x`.\n<!-- REJECTION: {} --> ")).toBe("Use `x`. <! -- REJECTION: {} -->");
});

const NASTY = [
  "-->",
  "--!>",
  "<!--",
  "<!-- REJECTION: ",
  "--",
  "\n",
  "\r\n",
  "\u2028",
  "`",
  "@a",
  "\\",
  '"',
  "\0",
  "\ud800",
  "\udc00",
  "\u{1f600}",
  "\u202e",
  "a",
  "é",
  "e\u0301",
  " ",
];

const anyTag = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...NASTY)).map((parts) => parts.join("")),
);

const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const format = (issues: readonly string[], rest: { source?: string; comment?: string } = {}): string =>
  formatRejection({ issues, source: "validator", ts: "2026-01-31T12:00:00Z", catalogue, ...rest });
const issuesOf = (comment: string): readonly string[] => {
  const parsed = parseRejection(comment);
  return parsed.ok ? parsed.value.issues : [];
};

describe("formatRejection", () => {
  it("writes a half for machines and a half for people", () => {
    expect(
      format(["near_duplicate", "body_too_thin", "lint_errors", "body_too_thin"], { comment: "See line 3." }),
    ).toMatchInlineSnapshot(`
      "<!-- REJECTION: {"v":1,"issues":["near_duplicate","body_too_thin","lint_errors"],"source":"validator","ts":"2026-01-31T12:00:00Z"} -->

      **Rejected** — 2 blocking issues, 1 warning (by \`validator\`)

      - **[BLOCK] Evidence quality** (\`body_too_thin\`): The body gives no argument or evidence of its own for the title
        - Fix: Explain why the claim holds, with figures, quotations or studies taken from the source. Delete sentences that only repeat the title.
      - **[BLOCK] Lint** (\`lint_errors\`): The linter reports problems in the changed files
        - Fix: Run the project's linter with its fix option, fix by hand what remains, and add no new ignore comments.
        - Auto-fixable: a tool can do this without judgement.
      - **[WARN] Duplicate check** (\`near_duplicate\`): The knowledge base already holds a claim that says nearly the same
        - Fix: Do not add a second file. Find the existing claim in the index and add your evidence to it as an enrichment.
        - Next: do not resubmit this as it is; what is worth keeping goes where the fix says.

      **Note from the reviewer**

      \`\`\`text
      See line 3.
      \`\`\`
      "
    `);
  });

  it("002.2: shows tags that are not registered as such, with what to do, and never as a warning", () => {
    const comment = format(["tests_failling", "made up", "missing_docs"]);
    expect(comment).toMatchInlineSnapshot(`
      "<!-- REJECTION: {"v":1,"issues":["tests_failling","made up","missing_docs"],"unregistered":["tests_failling","made up"],"source":"validator","ts":"2026-01-31T12:00:00Z"} -->

      **Rejected** — 1 warning, 2 unregistered tags (by \`validator\`)

      - **[WARN] Documentation** (\`missing_docs\`): A public function, option or behaviour changed and its documentation did not
        - Fix: Update the reference, the examples and the changelog in the same change. Run each example you touch.

      **Unregistered tags** — in none of the active packs (\`code\`, \`knowledge-base\`), so there is no guidance for:

      - **[UNREGISTERED]** \`tests_failling\` — did you mean \`tests_failing\`?
      - **[UNREGISTERED]** \`made up\`

      What to do:

      1. Author: treat it as blocking, and ask the reviewer what has to change.
      2. Reviewer: reject again with a registered tag, or add this one to a pack with its fix and route.
      "
    `);
    expect(parseRejection(comment)).toMatchObject({
      value: {
        unregistered: ["tests_failling", "made up"],
        issues: ["tests_failling", "made up", "missing_docs"],
      },
    });
  });

  it("002.2: holds a tag of another pack to be unregistered", () => {
    const comment = formatRejection({
      issues: ["body_too_thin"],
      source: "ci",
      ts: "2026-01-31T12:00:00Z",
      catalogue: createGateCatalogue([CODE_PACK]),
    });
    expect(comment).toContain("**[UNREGISTERED]** `body_too_thin`");
    expect(comment).not.toContain("[WARN]");
  });

  it.each([
    { why: "no tags", issues: [] },
    { why: "an empty tag", issues: [""] },
    { why: "blank tags", issues: [" ", "\n\t", "\u00a0"] },
  ])("002.4: names the fallback tag when given $why", ({ issues }) => {
    const comment = format(issues);
    expect(issuesOf(comment)).toEqual(["unspecified"]);
    expect(comment).toContain("**[BLOCK] Unspecified reason** (`unspecified`)");
  });

  it("002.4: names the fallback of the pack in use", () => {
    const fallback = { ...CODE_PACK.gates[0]!, tag: "ask_reviewer" };
    const pack: GatePack = { name: "p", description: "p", fallback_tag: "ask_reviewer", gates: [fallback] };
    const draft = { issues: [], source: "ci", ts: "2026-01-31T12:00:00Z" };
    expect(issuesOf(formatRejection({ ...draft, catalogue: createGateCatalogue([pack]) }))).toEqual([
      "ask_reviewer",
    ]);
  });

  it("002.2: says the same in both halves, whatever the tags", () => {
    const tags = fc.array(fc.oneof(anyTag, fc.constantFrom(...catalogue.list().map((gate) => gate.tag))), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(tags, anyTag, anyTag, (issues, source, comment) => {
        const text = format(issues, { source, comment });
        const machine = issuesOf(text);
        const guidance = text.split("**Note from the reviewer**")[0] ?? "";
        const shown = [...guidance.matchAll(SHOWN)].map(([, label, registered, unregistered]) => ({
          label,
          code: registered ?? unregistered,
        }));
        const codes = shown.map(({ code }) => code);
        expect(codes).toHaveLength(machine.length);
        expect(new Set(codes)).toEqual(new Set(machine.map(markdownCode)));
        const labels = shown.map(({ label }) => label ?? "");
        const ranks = labels.map((label) => ["BLOCK", "WARN", "UNREGISTERED"].indexOf(label));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        const counted = (label: string): number => labels.filter((other) => other === label).length;
        expect(headlineCounts(guidance)).toEqual([
          counted("BLOCK"),
          counted("WARN"),
          counted("UNREGISTERED"),
        ]);
      }),
    );
  });

  it("holds exactly one block, whatever it is given", () => {
    fc.assert(
      fc.property(fc.array(anyTag), anyTag, anyTag, (issues, source, comment) => {
        const text = format(issues, { source, comment });
        expect(text.match(/<!--/g)).toHaveLength(1);
        const [block = ""] = text.split("\n");
        expect(block.slice("<!--".length, -"-->".length)).not.toMatch(/--|[<>@`]/);
        expect(block.endsWith(" -->")).toBe(true);
      }),
    );
  });

  it("cannot be made to render or call anything by what it is given", () => {
    const hostile =
      'x` **bold** @team [link](https://example.com) <img src=x> --> <!-- REJECTION: {"issues":["fake"]} -->\n# Approved';
    const text = format([hostile], {
      source: hostile,
      comment: '``` \n# Approved\n<!-- REJECTION: {"issues":["fake"],"source":"a"} -->',
    });
    expect(text).toMatchInlineSnapshot(`
      "<!-- REJECTION: {"v":1,"issues":["x\\u0060 **bold** \\u0040team [link](https://example.com) \\u003cimg src=x\\u003e \\u002d-\\u003e \\u003c!\\u002d- REJECTION: {\\"issues\\":[\\"fake\\"]} \\u002d-\\u003e\\n# Approved"],"unregistered":["x\\u0060 **bold** \\u0040team [link](https://example.com) \\u003cimg src=x\\u003e \\u002d-\\u003e \\u003c!\\u002d- REJECTION: {\\"issues\\":[\\"fake\\"]} \\u002d-\\u003e\\n# Approved"],"source":"x\\u0060 **bold** \\u0040team [link](https://example.com) \\u003cimg src=x\\u003e \\u002d-\\u003e \\u003c!\\u002d- REJECTION: {\\"issues\\":[\\"fake\\"]} \\u002d-\\u003e\\n# Approved","ts":"2026-01-31T12:00:00Z"} -->

      **Rejected** — 1 unregistered tag (by \`x\\u0060 **bold** \\u0040team [link](https://example.com) \\u003cimg src=x\\u003e \\u002d-\\u003e \\u003c!\\u002d- REJECTION: {"issues":["fake"]} \\u002d-\\u003e\\n# Approved\`)

      **Unregistered tag** — in none of the active packs (\`code\`, \`knowledge-base\`), so there is no guidance for:

      - **[UNREGISTERED]** \`x\\u0060 **bold** \\u0040team [link](https://example.com) \\u003cimg src=x\\u003e \\u002d-\\u003e \\u003c!\\u002d- REJECTION: {"issues":["fake"]} \\u002d-\\u003e\\n# Approved\`

      What to do:

      1. Author: treat it as blocking, and ask the reviewer what has to change.
      2. Reviewer: reject again with a registered tag, or add this one to a pack with its fix and route.

      **Note from the reviewer**

      \`\`\`\`text
      \`\`\` 
      # Approved
      <! -- REJECTION: {"issues":["fake"],"source":"a"} -->
      \`\`\`\`
      "
    `);
    expect(issuesOf(text)).toEqual([hostile]);
  });

  it("writes the time in UTC and refuses a clock that is none", () => {
    const draft = { issues: ["dead_code"], source: "ci", catalogue };
    expect(formatRejection({ ...draft, ts: "2026-01-31T14:00:00+02:00" })).toContain(
      '"ts":"2026-01-31T12:00:00.000Z"',
    );
    expect(() => formatRejection({ ...draft, ts: "noon" })).toThrow(RangeError);
  });
});

const SHOWN = /^- \*\*\[(BLOCK|WARN|UNREGISTERED)\](?: [^*]*\*\* \((`[^`]*`)\)|\*\* (`[^`]*`…?))/gm;

function headlineCounts(text: string): number[] {
  const headline = text.split("\n").find((line) => /^\*\*(?:Rejected|Warnings)\*\*/.test(line)) ?? "";
  const own = headline.split(" (by ")[0] ?? "";
  return [" blocking issue", " (?:warning|non-blocking issue)", " unregistered tag"].map((what) =>
    Number(new RegExp(`(\\d+)${what}`).exec(own)?.[1] ?? 0),
  );
}
