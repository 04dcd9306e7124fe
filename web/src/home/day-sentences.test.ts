import { describe, expect, it } from "vitest";
import { daySentences } from "./day-sentences.ts";

const act = (action: string, fields: object = {}) => ({
  time: "2026-11-18T10:00:00.000Z",
  action,
  actor: "ana",
  subject: "ru_1",
  text: "Close every handle.",
  ...fields,
});

const said = (acts: readonly ReturnType<typeof act>[]): readonly string[] =>
  daySentences(acts).map(({ who, did, what }) => [who, did, what].filter((part) => part !== null).join(" "));

describe("the sentences of a day", () => {
  it("say once that several people put a rule into force", () => {
    expect(
      said([
        act("rule.approved"),
        act("rule.approved", { actor: "ben" }),
        act("rule.activated", { actor: "ben" }),
      ]),
    ).toEqual(["ana and ben put into force Close every handle."]);
    expect(said([act("rule.approved")])).toEqual(["ana approved Close every handle."]);
  });

  it("name Emend, and nobody who was erased", () => {
    expect(said([act("rule.proposed", { actor: "emend" }), act("rule.retired", { actor: null })])).toEqual([
      "Emend proposed Close every handle.",
      "Somebody retired Close every handle.",
    ]);
  });

  it("count approvals of work by person, and list rejections", () => {
    const work = { subject: "su_1", text: "Add a cart" };
    expect(
      said([
        act("submission.approved", { ...work }),
        act("submission.approved", { ...work, subject: "su_2" }),
        act("submission.approved", { ...work, subject: "su_3", actor: "ben" }),
        act("submission.rejected", { ...work, subject: "su_4" }),
      ]),
    ).toEqual(["ana approved 2 submissions", "ben approved one submission", "ana rejected Add a cart"]);
  });

  it("leave out what they do not know, and link only what has a text", () => {
    expect(daySentences([act("token.issued")])).toEqual([]);
    expect(daySentences([act("rule.retired", { text: null })])[0]).toMatchObject({ what: null, to: null });
  });
});
