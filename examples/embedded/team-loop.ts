// The whole loop inside another program: the same use cases that the command and the server have, over a store.
import { openEmend } from "emend";
import { fromJsonl } from "emend/feedback";

const REMARKS = [
  { author: "ana", path: "src/cart.ts", comment: "Please round prices with roundPrice, never by hand." },
  { author: "ben", path: "src/order.ts", comment: "Use roundPrice here instead of rounding by hand." },
  { author: "ana", path: "src/invoice.ts", comment: "roundPrice again, please: no rounding by hand." },
];

/** Records what people said, evaluates it, proposes a rule, approves it, and builds a prompt with it. */
export async function learnAndPrompt(store: string) {
  const emend = await openEmend({ store });
  try {
    const now = emend.tools.now();
    const feedback = REMARKS.flatMap(({ author, ...remark }) => {
      const context = { now, agent: "rio", author: { id: author, trust: "person" } } as const;
      return fromJsonl({ ...remark, outcome: "rejected" }, context).feedback;
    });
    const recorded = await emend.feedback.record(feedback);
    const { evaluated } = await emend.feedback.learn();

    const text = "Round prices with roundPrice; never round by hand.";
    const proposed = await emend.rules.propose({
      by: { id: "ana", trust: "person" },
      rule: {
        type: "guideline",
        text,
        reason: "Three reviews asked for it.",
        insertion_point: "learned_rules",
        scope: { agents: ["rio"], paths: [] },
      },
    });
    if (!proposed.ok) throw new Error(proposed.error.message);
    const { id } = proposed.value;
    for (const approver of ["ben", "cleo"]) {
      const approved = await emend.rules.decide(id, {
        type: "approve",
        version: 1,
        by: { id: approver, trust: "person" },
      });
      if (!approved.ok) throw new Error(approved.error.message);
    }

    const built = await emend.rules.buildPrompt({ agent: "rio", base: "You are rio.", run: "run-1" });
    if (!built.ok) throw new Error(built.error.message);
    return { recorded: recorded.new, evaluated, prompt: built.value.prompt, rules: built.value.rules.length };
  } finally {
    await emend.close();
  }
}
