import type { Conversation } from "../transcript/transcript.ts";
import type { PlacedTurn } from "./turn-signs.ts";

/** The turns of a conversation, each with its position and what the person typed before. */
export function placeTurns({ turns }: Conversation): readonly PlacedTurn[] {
  const texts = turns.map(({ text }) => text);
  return turns.map((turn, position) => ({
    turn,
    position,
    earlier: texts.slice(Math.max(0, position - 8), position),
  }));
}
