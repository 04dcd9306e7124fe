/** A setting that is meant where two things are spoken of in one statement, in whatever order. */
export interface Compound {
  readonly name: string;
  readonly weight: number;
  readonly value?: string;
  /** Topics of which one must be spoken of. */
  readonly one: readonly string[];
  /** Topics of which one must be spoken of as well. */
  readonly other: readonly string[];
}

export const COMPOUNDS: readonly Compound[] = [
  {
    name: "secrets in code",
    weight: 3,
    one: ["concept secret"],
    other: ["concept commit", "concept hardcode", "concept version control"],
  },
  {
    name: "secrets in logs",
    weight: 3,
    one: ["concept secret", "concept personal data"],
    other: ["concept logging"],
  },
  {
    name: "tests for changes",
    weight: 1.6,
    one: ["concept test", "concept unit test", "concept coverage"],
    other: ["concept feature", "concept bug"],
  },
  {
    name: "passing tests",
    weight: 1.6,
    one: ["concept test", "concept test suite", "running tests"],
    other: ["concept pass"],
  },
  { name: "generated files edited", weight: 2, one: ["concept generated file"], other: ["concept edit"] },
  { name: "error context", weight: 2, one: ["concept error"], other: ["concept context"] },
  { name: "names that tell", weight: 1.6, one: ["concept naming"], other: ["concept descriptive"] },
  { name: "committing", weight: 1.8, one: ["concept commit"], other: ["concept approval"] },
  { name: "pushing", weight: 1.8, one: ["concept push"], other: ["concept approval"] },
  { name: "new dependencies", weight: 1.8, one: ["concept dependency"], other: ["concept approval"] },
  { name: "updated documentation", weight: 1.8, one: ["concept documentation"], other: ["concept edit"] },
  {
    name: "tests bent to pass",
    weight: 2.2,
    one: ["concept test"],
    other: ["delet", "remov", "skip", "disabl", "weaken"],
  },
  {
    name: "autonomy",
    value: "ask",
    weight: 3,
    one: ["concept approval"],
    other: ["unclear", "ambiguou", "ambiguous", "unsur", "doubt", "uncertain", "confus"],
  },
];
