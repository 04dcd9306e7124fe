import { describe, expect, it } from "vitest";
import { fromJsonl } from "./from-jsonl.ts";

const read = (line: object) =>
  fromJsonl({ outcome: "rejected", comment: "Use cents.", ...line }, { now: "2026-05-01T00:00:00Z" });
const record = (line: object) => read(line).feedback[0]!;

describe("usual names of keys", () => {
  it.each([
    "reviewer",
    "author",
    "user",
    "login",
    "username",
    "Reviewer",
    "reviewedBy",
    "created_by",
    "reviewer-id",
  ])("17.6 %s is the author", (key) => {
    expect(record({ [key]: "mara" }).author).toEqual({ id: "mara", trust: "outsider" });
    expect(record({ [key]: { login: "mara" } }).author.id).toBe("mara");
  });

  it.each(["body", "text", "message", "feedback", "remark", "note", "Comment"])(
    "17.6 %s is the comment",
    (key) => {
      const line = { agent: "rio", [key]: "Close the handle." };
      expect(fromJsonl(line, { now: "2026-05-01T00:00:00Z" }).feedback[0]).toMatchObject({
        comment: "Close the handle.",
      });
    },
  );

  it.each([
    [{ created_at: "2026-02-03T04:05:06Z" }, "2026-02-03T04:05:06.000Z"],
    [{ createdAt: "2026-02-03 04:05:06" }, "2026-02-03T04:05:06.000Z"],
    [{ date: "2026-02-03" }, "2026-02-03T00:00:00.000Z"],
    [{ timestamp: 1_770_091_506 }, "2026-02-03T04:05:06.000Z"],
    [{ ts: 1_770_091_506_000 }, "2026-02-03T04:05:06.000Z"],
  ])("17.6 %j is the time", (line, time) => {
    expect(record(line).time).toBe(time);
  });

  it.each([
    [{ verdict: "reject" }, "rejected"],
    [{ decision: "Approved" }, "approved"],
    [{ state: "CHANGES_REQUESTED" }, "rejected"],
    [{ status: "approved with changes" }, "approved_with_changes"],
    [{ result: "LGTM" }, "approved"],
    [{ approved: true, verdict: true }, "approved"],
    [{ state: "COMMENTED" }, null],
    [{ status: "open" }, null],
  ])("17.6 %j says what was decided", (line, outcome) => {
    const said = fromJsonl({ comment: "Use cents.", ...line }, { now: "2026-05-01T00:00:00Z" });
    expect(said.feedback[0]?.outcome).toBe(outcome);
    expect(said.diagnostics).toEqual([]);
  });

  it.each([
    [{ labels: ["money", { name: "bug" }] }, { tags: ["money", "bug"] }],
    [{ label: "money, bug" }, { tags: ["money", "bug"] }],
    [{ file: "src/a.ts", line: "12" }, { target: { path: "src/a.ts", location: { line: 12 } } }],
    [{ filename: "src/a.ts" }, { target: { path: "src/a.ts" } }],
    [{ repo: "acme/shop", pr: 12 }, { task: "acme/shop#12" }],
    [{ pr_number: "#12", repository: { full_name: "acme/shop" } }, { task: "acme/shop#12" }],
    [{ task: "T-1", pr: 12 }, { task: "T-1" }],
    [{ session_id: "s-1" }, { run: "s-1" }],
    [{ id: 42 }, { event_id: "jsonl:42" }],
    [{ patch: "-a\n+b" }, { correction: { diff: "-a\n+b" } }],
    [{ author: "mara", trust: "person" }, { author: { id: "mara", trust: "person" } }],
  ])("17.6 %j is understood", (line, expected) => {
    expect(record(line)).toMatchObject(expected);
    expect(read(line).unknown).toEqual([]);
  });

  it("17.6 the record's own names count before usual ones", () => {
    expect(record({ author: "mara", reviewer: "tom", body: "Other words." })).toMatchObject({
      author: { id: "mara" },
      comment: "Use cents.",
    });
  });

  it("17.6 an outcome that is none is named, and the rest counts", () => {
    const { feedback, diagnostics } = read({ outcome: "meh" });
    expect(feedback[0]?.outcome).toBeNull();
    expect(diagnostics).toMatchObject([{ kind: "changed", reason: "outcome_unknown", path: "outcome" }]);
  });

  it("17.6 unknown keys are named as they are written", () => {
    const line = JSON.parse(
      '{"reviwer": "mara", "Flavour": 1, "empty": null, "__proto__": {"x": 1}}',
    ) as object;
    expect(read(line).unknown).toEqual(["reviwer", "Flavour"]);
  });
});
