import type { RuleActor } from "../feedback/feedback.ts";
import { describe, expect, it } from "vitest";
import { decideEvaluation, type EvaluationCommand } from "./decide-evaluation.ts";
import {
  type Classification,
  type Evaluation,
  type EvaluationRecord,
  type ResolutionKind,
  standingOf,
} from "./evaluation.ts";
import { evaluationRecordSchema } from "./evaluation-schema.ts";

const now = "2026-03-01T09:00:00.000Z";
const ana: RuleActor = { id: "ana", trust: "person" };
const emend: RuleActor = { id: "emend", trust: "tool" };

const evaluation = (classification: Classification): Evaluation => ({
  feedback_id: "fb_1",
  classification,
  confidence: 0.5,
  rationale: "",
  similar_feedback_ids: [],
  proposed_action: null,
});
const made = (classification: Classification): EvaluationCommand => ({
  type: "evaluate",
  by: emend,
  evaluation: evaluation(classification),
});
const resolve = (as: ResolutionKind, by = ana, reason = "seen both"): EvaluationCommand => ({
  type: "resolve_ambiguous",
  by,
  as,
  reason,
});
const promote: EvaluationCommand = { type: "promote_edge_case", by: ana, reason: "" };

function after(...commands: readonly EvaluationCommand[]): EvaluationRecord {
  let record: EvaluationRecord | null = null;
  for (const command of commands) {
    const decided = decideEvaluation(record, command, { now });
    if (!decided.ok) throw new Error(decided.error.message);
    record = decided.value.state;
  }
  return record!;
}

describe("003.8 decideEvaluation", () => {
  it.each<{ as: ResolutionKind; standing: string }>([
    { as: "generalizable", standing: "generalizable_high" },
    { as: "edge_case", standing: "edge_case" },
    { as: "ignore", standing: "ignored" },
  ])("resolves ambiguous feedback as $as", ({ as, standing }) => {
    const record = after(made("ambiguous"), resolve(as));
    expect(standingOf(record)).toBe(standing);
    expect(record).toMatchObject({
      revision: 2,
      evaluation: { classification: "ambiguous" },
      resolution: { as, by: "ana" },
    });
    expect(evaluationRecordSchema.parse(record)).toEqual(record);
  });

  it("promotes an edge case, by a person or because it recurs", () => {
    expect(standingOf(after(made("edge_case"), promote))).toBe("generalizable_high");
    expect(standingOf(after(made("edge_case"), made("generalizable_low")))).toBe("generalizable_low");
    expect(standingOf(after(made("ambiguous"), resolve("edge_case"), promote))).toBe("generalizable_high");
  });

  it("keeps a person's word when it is evaluated again", () => {
    expect(standingOf(after(made("ambiguous"), resolve("ignore"), made("generalizable_high")))).toBe(
      "ignored",
    );
  });

  it.each<{ why: string; before: readonly EvaluationCommand[]; command: EvaluationCommand; code: string }>([
    { why: "nothing is evaluated", before: [], command: resolve("ignore"), code: "evaluation_not_found" },
    {
      why: "a tool resolves nothing",
      before: [made("ambiguous")],
      command: resolve("ignore", emend),
      code: "not_a_person",
    },
    { why: "it is clear", before: [made("edge_case")], command: resolve("ignore"), code: "not_ambiguous" },
    {
      why: "somebody was first",
      before: [made("ambiguous"), resolve("ignore")],
      command: resolve("edge_case"),
      code: "already_resolved",
    },
    {
      why: "nobody looks again at what is ignored",
      before: [made("ambiguous")],
      command: resolve("ignore", ana, " "),
      code: "reason_required",
    },
    {
      why: "it is no edge case",
      before: [made("generalizable_high")],
      command: promote,
      code: "not_an_edge_case",
    },
    {
      why: "promoted already",
      before: [made("edge_case"), promote],
      command: promote,
      code: "not_an_edge_case",
    },
    {
      why: "the same again",
      before: [made("edge_case")],
      command: made("edge_case"),
      code: "nothing_changed",
    },
    {
      why: "of something else",
      before: [made("edge_case")],
      command: {
        type: "evaluate",
        by: emend,
        evaluation: { ...evaluation("positive"), feedback_id: "fb_2" },
      },
      code: "wrong_feedback",
    },
  ])("refuses $code: $why", ({ before, command, code }) => {
    const record = before.length === 0 ? null : after(...before);
    expect(decideEvaluation(record, command, { now })).toMatchObject({ ok: false, error: { code } });
  });

  it("tells the audit log who said what", () => {
    const decided = decideEvaluation(after(made("ambiguous")), resolve("edge_case"), { now });
    expect(decided).toMatchObject({
      ok: true,
      value: {
        acts: [
          {
            actor: "ana",
            action: "evaluation.resolved",
            subject: "fb_1",
            detail: { revision: 2, from: "ambiguous", to: "edge_case", as: "edge_case", reason: "seen both" },
          },
        ],
      },
    });
  });
});

describe("17.5 the history of an evaluation", () => {
  it("remembers each class it had before, and not what only changed its reasons", () => {
    expect(after(made("edge_case"))).not.toHaveProperty("history");
    const reworded: EvaluationCommand = {
      type: "evaluate",
      by: emend,
      evaluation: { ...evaluation("edge_case"), rationale: "said once" },
    };
    const record = after(made("edge_case"), reworded, made("generalizable_low"), made("generalizable_high"));
    expect(record.history).toMatchObject([
      { revision: 2, classification: "edge_case", rationale: "said once" },
      { revision: 3, classification: "generalizable_low" },
    ]);
    expect(evaluationRecordSchema.parse(record)).toEqual(record);
  });

  it("is bounded, and keeps the first", () => {
    const swings = Array.from({ length: 50 }, (_, at) =>
      made(at % 2 === 0 ? "edge_case" : "generalizable_low"),
    );
    const { history = [] } = after(...swings);
    expect(history).toHaveLength(20);
    expect(history[0]).toMatchObject({ revision: 1 });
    expect(history.at(-1)).toMatchObject({ revision: 49 });
  });
});
