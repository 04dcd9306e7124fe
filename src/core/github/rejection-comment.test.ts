import { describe, expect, it } from "vitest";
import { BUILT_IN_PACKS } from "../gate/built-in-packs.ts";
import { formatRejection } from "../gate/format-rejection.ts";
import { createGateCatalogue } from "../gate/gate.ts";
import { parseRejection } from "../gate/parse-rejection.ts";
import { findRejectionComment, MAX_COMMENT_LENGTH, renderRejectionComment } from "./rejection-comment.ts";

const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const bodyOf = (issues: readonly string[], day = 15, comment?: string): string =>
  formatRejection({
    issues,
    source: "ci",
    ts: `2026-11-${day}T12:00:00Z`,
    catalogue,
    ...(comment === undefined ? {} : { comment }),
  });
const MARK = "rejection/ci";
const first = { id: 1, body: renderRejectionComment(bodyOf(["lint_errors"]), MARK, undefined)! };

describe("renderRejectionComment", () => {
  it("adds a mark that nobody sees", () => {
    expect(first.body.startsWith(bodyOf(["lint_errors"]).trimEnd())).toBe(true);
    expect(first.body.split("\n").at(-1)).toMatch(
      /^<!-- emend:rejection [0-9a-f]{16} [0-9a-f]{16} \[\] -->$/,
    );
  });

  it.each([
    { why: "the same at another time", body: bodyOf(["lint_errors"], 16), isNew: false },
    { why: "other tags", body: bodyOf(["tests_failing"]), isNew: true },
    { why: "another note", body: bodyOf(["lint_errors"], 15, "please"), isNew: true },
  ])("$why: says something new is $isNew", ({ body, isNew }) => {
    expect(renderRejectionComment(body, MARK, first) !== undefined).toBe(isNew);
    // GitHub gives bodies back with other line ends.
    const given = { ...first, body: first.body.replaceAll("\n", "\r\n") };
    expect(renderRejectionComment(body, MARK, given) !== undefined).toBe(isNew);
  });

  it("keeps what was refused before, and is read as the newest", () => {
    let standing = first;
    for (const [index, tag] of ["tests_failing", "missing_docs"].entries()) {
      standing = { id: 1, body: renderRejectionComment(bodyOf([tag], 16 + index), MARK, standing)! };
    }
    expect(standing.body.slice(standing.body.indexOf("<details>"))).toMatchInlineSnapshot(`
      "<details><summary>2 earlier rejections</summary>

      - 2026-11-15T12:00:00Z: \`lint_errors\`
      - 2026-11-16T12:00:00Z: \`tests_failing\`

      </details>

      <!-- emend:rejection 44db471fa34f11f2 3c67bd4af4d277c5 [{"issues":["lint_errors"],"ts":"2026-11-15T12:00:00Z"},{"issues":["tests_failing"],"ts":"2026-11-16T12:00:00Z"}] -->"
    `);
    expect(parseRejection(standing.body)).toMatchObject({ ok: true, value: { issues: ["missing_docs"] } });
  });

  it("drops the oldest if there is no room", () => {
    const long = `x${"y".repeat(90)}`;
    let standing = first;
    for (let round = 0; round < 40; round += 1) {
      const body = bodyOf(
        Array.from({ length: 20 }, (_, tag) => `${long}${round}_${tag}`),
        15,
        "n".repeat(19_000),
      );
      standing = { id: 1, body: renderRejectionComment(body, MARK, standing)! };
      expect(standing.body.length).toBeLessThanOrEqual(MAX_COMMENT_LENGTH);
    }
    expect(standing.body).toContain("earlier rejection");
  });

  it.each(["not json", "{}", '[{"issues":"x"},null,{"issues":[1,"","ok"],"ts":"tomorrow"}]'])(
    "reads a mark that somebody edited: %s",
    (edited) => {
      const body = first.body.replace(/ \[\] -->$/, ` ${edited} -->`);
      const next = renderRejectionComment(bodyOf(["tests_failing"]), MARK, { id: 1, body });
      expect(next).toContain("`lint_errors`");
    },
  );
});

describe("findRejectionComment", () => {
  it.each([
    {
      why: "the oldest of several",
      own: [
        { ...first, id: 9 },
        { ...first, id: 3 },
      ],
      mark: MARK,
      id: 3,
    },
    { why: "none of another mark", own: [first], mark: "rejection/other", id: undefined },
    {
      why: "none without a block",
      own: [{ id: 1, body: first.body.slice(first.body.indexOf("<!-- emend:")) }],
      mark: MARK,
      id: undefined,
    },
    { why: "none at all", own: [], mark: MARK, id: undefined },
  ])("$why", ({ own, mark, id }) => {
    expect(findRejectionComment(own, mark)?.id).toBe(id);
  });
});
