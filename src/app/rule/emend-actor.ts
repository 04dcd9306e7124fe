import type { RuleActor } from "../../core/rule/rule.ts";

/** Who acts where nobody asked: it may propose, expire and flag, and never approves. */
export const EMEND_ACTOR: RuleActor = { id: "emend", trust: "tool" };
