import { describe, expect, it } from "vitest";
import { recordBatch, removalBatch, type RecordFiles } from "./ledger-file.ts";

const at = (minute: number, ...paths: readonly string[]): RecordFiles => ({
  time: `2026-03-01T00:${String(minute).padStart(2, "0")}:00.000Z`,
  files: paths.map((path) => ({ path, text: String(minute) })),
});

describe("recordBatch", () => {
  it.each([
    { why: "one gate", records: [at(1, "decisions/HITL-1/a.yaml")], title: "Record 1 decision of HITL-1" },
    {
      why: "several gates and remarks",
      records: [at(1, "decisions/a/x"), at(2, "decisions/b/y"), at(3, "feedback/sarif/z")],
      title: "Record 2 decisions of 2 gates and 1 remark",
    },
    {
      why: "a correction beside its record",
      records: [at(1, "feedback/jsonl/x", "corrections/t/correction.diff")],
      title: "Record 1 remark",
    },
    {
      why: "what was learned",
      records: [
        at(1, "rules/active/x"),
        at(1, "rules/retired/y"),
        at(2, "edge_cases/z"),
        at(3, "clusters/c"),
      ],
      title: "Record 2 rules, 1 edge case and 1 cluster",
    },
    {
      why: "a correction alone",
      records: [at(1, "corrections/t/correction.diff")],
      title: "Record 1 correction",
    },
  ])("names $why", ({ records, title }) => {
    expect(recordBatch(records).message.split("\n")[0]).toBe(title);
  });

  it("counts folders, tells the time it spans, and keeps the last text of a path", () => {
    const { message, time, files } = recordBatch([
      at(2, "decisions/a/x", "corrections/t/correction.diff"),
      at(1, "decisions/a/y", "corrections/t/correction.diff"),
    ]);
    expect(message).toMatchInlineSnapshot(`
      "Record 2 decisions of a

      decisions/a: 2
      corrections: 1

      from 2026-03-01T00:01:00.000Z
      to   2026-03-01T00:02:00.000Z
      "
    `);
    expect(time).toBe("2026-03-01T00:02:00.000Z");
    expect(files.map(({ path, text }) => `${path} ${text}`)).toEqual([
      "decisions/a/x 2",
      "corrections/t/correction.diff 1",
      "decisions/a/y 1",
    ]);
  });

  it("takes what moved away from where it lay, and says how much", () => {
    const moved = { ...at(1, "rules/active/x"), removed: ["rules/proposed/x"] };
    const { message, removed } = recordBatch([moved]);
    expect(removed).toEqual(["rules/proposed/x"]);
    expect(message).toContain("\nrules/active: 1\nmoved from elsewhere: 1\n");
  });

  it("stays short however many folders there are", () => {
    const records = Array.from({ length: 500 }, (_, n) => at(1, `decisions/gate-${n}/x`));
    expect(recordBatch(records).message.trim().split("\n").length).toBeLessThanOrEqual(20);
  });

  it("says what it takes away", () => {
    expect(removalBatch(["a"])).toMatchObject({ removed: ["a"], files: [] });
    expect(removalBatch(["a"]).message).toBe("Remove 1 file that the store no longer backs\n");
  });
});
