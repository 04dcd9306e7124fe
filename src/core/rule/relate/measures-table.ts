/** A number a project sets; all groups of words must stand near it. */
export interface Measure {
  readonly name: string;
  readonly near: readonly string[];
  readonly from: number;
  readonly to: number;
}

const CHARACTERS = "char character column col";

/** In order: the first that fits is meant. */
export const MEASURES: readonly Measure[] = [
  { name: "commit body width", near: ["body"], from: 40, to: 200 },
  {
    name: "commit subject length",
    near: ["subject title commit summary", `${CHARACTERS} length long`],
    from: 20,
    to: 200,
  },
  { name: "pull request size", near: ["pr prs pull", "line loc"], from: 10, to: 5_000 },
  { name: "function length", near: ["function method", "line loc"], from: 3, to: 1_000 },
  { name: "component length", near: ["component", "line loc"], from: 10, to: 2_000 },
  { name: "class length", near: ["class", "line loc"], from: 10, to: 5_000 },
  { name: "file length", near: ["file module", "line loc"], from: 20, to: 10_000 },
  {
    name: "line length",
    near: ["line", `${CHARACTERS} length width wide long max maximum limit wrap`],
    from: 50,
    to: 250,
  },
  {
    name: "line length",
    near: [`${CHARACTERS} width wrap`, `${CHARACTERS} code line wrap max limit width`],
    from: 60,
    to: 250,
  },
  { name: "coverage", near: ["coverage cover"], from: 1, to: 100 },
  { name: "parameters of a function", near: ["parameter argument param arg"], from: 1, to: 12 },
  {
    name: "nesting depth",
    near: ["nest nesting level depth indentation", "level depth nest nesting deep"],
    from: 1,
    to: 12,
  },
  { name: "retries", near: ["retry attempt"], from: 1, to: 50 },
  { name: "approvals", near: ["approval reviewer approve"], from: 2, to: 10 },
  { name: "lines of an answer", near: ["line sentence", "answer response reply"], from: 1, to: 100 },
];

/** Programs whose version a project names: the number behind the name counts. */
export const VERSIONED: Readonly<Record<string, string>> = {
  python: "Python version",
  node: "Node version",
  nodejs: "Node version",
  java: "Java version",
  jdk: "Java version",
  go: "Go version",
  php: "PHP version",
  ruby: "Ruby version",
  typescript: "TypeScript version",
  react: "React version",
  next: "Next version",
  nextjs: "Next version",
  net: ".NET version",
  django: "Django version",
  postgres: "PostgreSQL version",
  postgresql: "PostgreSQL version",
};

export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
