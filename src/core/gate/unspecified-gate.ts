import type { Gate } from "./gate.ts";

/** The stand-in for a rejection that names no gate; shared by packs so that they can be used together. */
export const UNSPECIFIED_GATE: Gate = {
  tag: "unspecified",
  gate: "Unspecified reason",
  description: "The submission was refused, but no gate was named",
  fix: "Do what the reviewer's comment asks. If it does not say what to change, ask which gate failed and wait for the answer; do not resubmit the same content.",
  severity: "blocking",
  auto_fixable: false,
  route: "llm_fix",
};
