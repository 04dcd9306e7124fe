import { describe, expect, it } from "vitest";
import { describeAnswer } from "./describe-answer.ts";
import { primaryAnswer } from "./primary-answer.ts";

describe("the answer that Ctrl+Enter gives", () => {
  it.each([
    { why: "nothing was said", comment: "", isRejecting: false, lines: 0, isEditing: false, is: "approved" },
    {
      why: "lines were edited",
      comment: "",
      isRejecting: false,
      lines: 2,
      isEditing: true,
      is: "approved_with_changes",
    },
    {
      why: "there is a comment",
      comment: "Thanks",
      isRejecting: false,
      lines: 0,
      isEditing: false,
      is: null,
    },
    {
      why: "the editor is open without changes",
      comment: "",
      isRejecting: false,
      lines: 0,
      isEditing: true,
      is: null,
    },
    {
      why: "it is being rejected",
      comment: "No",
      isRejecting: true,
      lines: 2,
      isEditing: true,
      is: "rejected",
    },
  ])("18.2 is $is if $why", ({ comment, isRejecting, lines, isEditing, is }) => {
    expect(primaryAnswer({ comment, isRejecting }, { lines, isEditing })).toBe(is);
  });

  const said = { agent: "rio", comment: "", tags: 0, lines: 0 };
  it.each([
    { given: { ...said, primary: "approved" as const }, has: "accepts it as rio wrote it." },
    { given: { ...said, primary: "rejected" as const }, has: "needs a comment or a tag first" },
    { given: { ...said, primary: "rejected" as const, tags: 2 }, has: "sends it back to rio with 2 tags." },
    { given: { ...said, primary: "approved_with_changes" as const, lines: 3 }, has: "your 3 lines" },
    { given: { ...said, primary: null, comment: "Hm" }, has: "no answer is preselected" },
  ])("18.2 is described: $has", ({ given, has }) => {
    expect(describeAnswer(given)).toContain(has);
  });
});
