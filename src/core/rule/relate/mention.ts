/** One thing a rule speaks of, and whether it asks for it or forbids it. */
export interface Mention {
  /** The setting, concept or stem it is compared by. */
  readonly topic: string;
  readonly value: string;
  readonly kind: "setting" | "concept" | "word";
  /** 1 asks for it, -1 forbids it. */
  readonly sign: 1 | -1;
  readonly weight: number;
  /** A duty is what has to be done, a condition when, a reason why. */
  readonly role: "duty" | "condition" | "reason";
  /** The statement leaves exceptions: `unless`, `only`. */
  readonly hedged: boolean;
  /** What it is said to hold for, where the rule says so behind `for`. */
  readonly targets: ReadonlySet<string>;
  /** Which statement of the rule it stands in. */
  readonly statement: number;
  /** Position among the rule's words. */
  readonly at: number;
  /** The words as they stand in the rule. */
  readonly text: string;
}

/** How two mentions of one topic stand to each other. */
export type Stand = "same" | "opposed" | "apart";
