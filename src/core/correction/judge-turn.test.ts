import { beforeAll, describe, expect, it } from "vitest";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import type { AgentAct, HumanTurn } from "../transcript/transcript.ts";
import { correctionChance, TURN_MODEL, turnText } from "./judge-turn.ts";
import type { PlacedTurn } from "./turn-signs.ts";

const edited: readonly AgentAct[] = [
  { kind: "call", tool: "Edit", target: "src/checkout.ts", result: "done" },
  { kind: "said", text: "Done: the checkout now adds the discount, and all tests pass." },
];
const proposed: readonly AgentAct[] = [
  { kind: "said", text: "My plan: add a cache in front of the API, in three phases. Shall I go ahead?" },
];

const placed = (text: string, acts: readonly AgentAct[], more: Partial<HumanTurn> = {}): PlacedTurn => ({
  turn: {
    id: "t",
    aliases: [],
    line: 1,
    source: "message",
    text,
    afterInterrupt: false,
    hasImage: false,
    acts,
    ...more,
  },
  position: 4,
  earlier: [],
});

const CASES: readonly (readonly [boolean, PlacedTurn])[] = [
  [true, placed("the total is still wrong when there are two coupons", edited)],
  [true, placed("getting a 500 now when i press pay", edited)],
  [true, placed("no, don't touch the tax code. revert that", edited)],
  [true, placed("why did you add a new dependency for this?", edited)],
  [true, placed("are you sure? the button does not show up on my phone", edited, { hasImage: true })],
  [true, placed("no cache please, that is too much for a first version. why three phases?", proposed)],
  [
    true,
    placed("", [{ kind: "call", tool: "Bash", target: "git push --force", result: "refused" }], {
      source: "refusal",
    }),
  ],
  [false, placed("yes, go ahead", proposed)],
  [false, placed("commit this", edited)],
  [false, placed("looks good, thanks! push it and open a pr", edited)],
  [false, placed("where is the tax rate read from?", edited)],
  [false, placed("2", proposed)],
  [false, placed("great. next, add a page that lists past orders", edited)],
];

describe("whether a turn corrects the agent", () => {
  let chances: readonly number[] = [];
  beforeAll(async () => {
    const vectors = await createLocalEmbedder().embed(CASES.map(([, each]) => turnText(each)));
    chances = CASES.map(([, each], at) => correctionChance(each, vectors[at]!));
  });

  it.each(
    CASES.map(([isCorrection, { turn }], at) => ({ at, text: turn.text || "a refused call", isCorrection })),
  )("$text: $isCorrection", ({ at, isCorrection }) =>
    expect(chances[at]! >= TURN_MODEL.threshold).toBe(isCorrection),
  );

  it("is judged by what happened before, too: a bug report that opens a conversation corrects nobody", async () => {
    const text = "getting a 500 when i press pay, can you find out why?";
    const [vector] = await createLocalEmbedder().embed([text]);
    const later = correctionChance(placed(text, edited), vector!);
    const first = correctionChance({ ...placed(text, []), position: 0 }, vector!);
    expect(first).toBeLessThan(later);
    expect(first).toBeLessThan(TURN_MODEL.threshold);
  });
});
