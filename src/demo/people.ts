/** Who reviews, and from which day of the story on. */
export interface Person {
  readonly name: string;
  readonly role: "reviewer" | "approver";
  /** As GitHub knows them. */
  readonly login: string;
  readonly from: number;
}

export const PEOPLE: readonly Person[] = [
  { name: "ana", role: "approver", login: "ana-lindqvist", from: 0 },
  { name: "ben", role: "approver", login: "benadeyemi", from: 0 },
  { name: "cleo", role: "reviewer", login: "cleo-h", from: 0 },
  { name: "emil", role: "approver", login: "emil-novak", from: 0 },
  { name: "dora", role: "reviewer", login: "dora-m", from: 21 },
];

/** An agent at work: how much it hands in on a working day, where, and who looks at it. */
export interface DemoAgent {
  readonly name: string;
  readonly runsPerDay: number;
  readonly gate: string;
  readonly prompt: string;
  readonly reviewers: readonly string[];
  readonly from: number;
}

export const AGENTS: readonly DemoAgent[] = [
  {
    name: "rio",
    runsPerDay: 5,
    gate: "Before merge",
    prompt: "You are rio. You change the shop's code, one ticket at a time.",
    reviewers: ["ana", "ben", "cleo", "dora"],
    from: 0,
  },
  {
    name: "support-drafts",
    runsPerDay: 4.4,
    gate: "Before send",
    prompt: "You draft replies to customers. A person reads each before it is sent.",
    reviewers: ["cleo", "emil", "dora"],
    from: 0,
  },
  {
    name: "herald",
    runsPerDay: 2.4,
    gate: "Before publish",
    prompt: "You write release notes from the changes that were merged.",
    reviewers: ["ana", "cleo", "emil"],
    from: 0,
  },
  {
    name: "docsmith",
    runsPerDay: 2.4,
    gate: "Before publish",
    prompt: "You write and mend the guides for customers.",
    reviewers: ["emil", "dora", "cleo", "ben"],
    from: 5,
  },
  {
    name: "lint-owl",
    runsPerDay: 1.8,
    gate: "Before post",
    prompt: "You review changes and report problems that change behaviour.",
    reviewers: ["ben", "ana"],
    from: 8,
  },
];
