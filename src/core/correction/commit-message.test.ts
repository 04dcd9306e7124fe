import { describe, expect, it } from "vitest";
import {
  type CommitIntent,
  commitIntent,
  commitRemark,
  namedTargets,
  readCommitMessage,
  revertTargets,
} from "./commit-message.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";

describe("a commit's message", () => {
  it("is taken apart into words, co-authors and trailers", () => {
    const text = [
      "Add a total (#12)",
      "",
      "Note: not a trailer, as it is not in the last paragraph.",
      "",
      "* fix it",
      "Co-authored-by: Copilot <175728472+Copilot@users.noreply.github.com>",
      "",
      `Fixes: ${SHA.slice(0, 12)} ("Add")`,
      "Signed-off-by: Ada <ada@shop.example>",
    ].join("\r\n");
    const { message, coAuthors, trailers } = readCommitMessage(text);
    expect(message).toBe(
      "Add a total (#12)\n\nNote: not a trailer, as it is not in the last paragraph.\n\n* fix it",
    );
    expect(coAuthors).toMatchObject([{ name: "Copilot", login: "copilot", agent: "copilot" }]);
    expect(trailers).toMatchObject([
      { key: "signed-off-by" },
      { key: "fixes", value: `${SHA.slice(0, 12)} ("Add")` },
    ]);
    expect(JSON.stringify(trailers)).not.toContain("@shop");
  });

  it.each<readonly [string, CommitIntent]>([
    ['Revert "Add a total"', "revert"],
    [`Undo it\n\nThis reverts commit ${SHA}.`, "revert"],
    ["revert: feat(basket): add a total", "revert"],
    ['Reapply "Add a total"', "mechanical"],
    ['Revert "Revert "Add a total""', "mechanical"],
    ["revert to the old wording", "other"],
    ["fixup! Add a total", "fixup"],
    [`Fix typo from ${SHA.slice(0, 9)}`, "fixup"],
    ["Address review comments", "review"],
    ["fix(basket): address PR feedback", "review"],
    ["Apply suggestions from code review", "review"],
    ["PR feedback", "review"],
    ["nits", "review"],
    ["feat: apply for review", "add"],
    ["Add a feedback form", "add"],
    ["oops", "slip"],
    ["Whoops, I forgot to save", "slip"],
    ["fix(basket): count items", "fix"],
    ["Correct the total", "fix"],
    ["fix: add a basket", "add"],
    ["fix: add missing await", "fix"],
    ["chore: remove unused basket", "improve"],
    ["Simplify the total", "improve"],
    ["style: indent", "mechanical"],
    ["chore(deps): bump zod from 3 to 4", "mechanical"],
    ["Resolve flake8 errors", "mechanical"],
    ["v1.2.3", "mechanical"],
    ["wip", "other"],
    ["", "other"],
  ])("%j says what it does: %s", (text, intent) => {
    expect(commitIntent(readCommitMessage(text))).toBe(intent);
  });

  it.each<readonly [string, string]>([
    ["wip", ""],
    ["SHOP-123", ""],
    ["fix: SHOP-123 (#12)", ""],
    ["Address review comments", ""],
    ['Revert "Add a total"\n\nThis reverts commit abc.', ""],
    [
      'Revert "Add a total"\n\nThis reverts commit abc.\n\nIt counts removed items.',
      "It counts removed items.",
    ],
    ["fix: count items (#12)", "fix: count items"],
    ["Count items\n\n* wip\n* wip again", "Count items"],
    ["Count items\n\n🤖 Generated with [Claude Code](https://claude.ai/code)", "Count items"],
    ["Ask ada@shop.example for items", "Ask [email] for items"],
  ])("%j is worth the remark %j", (text, remark) => {
    expect(commitRemark(text)).toBe(remark);
  });

  it("names the commits that it reverts or fixes", () => {
    expect(
      revertTargets(`Revert "Add it"\n\nThis reverts commit ${SHA}.\nThis reverts commit abcdef1.`),
    ).toEqual({
      shas: [SHA, "abcdef1"],
      subject: "Add it",
    });
    expect(
      namedTargets(`Follow-up to abcdef1 and fixes ${SHA}`, [{ key: "fixes", value: "1234567 (x)" }]),
    ).toEqual(["1234567", "abcdef1", SHA]);
  });
});
