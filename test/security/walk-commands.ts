/** How one command is run where nobody knows what the repository holds. */
export interface CommandWalk {
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Ends by a signal: it would run until somebody stops it. */
  readonly untilStopped?: true;
}

const REVIEW = JSON.stringify({ schema_version: "1.0", prompt_version: "1.0", findings: [] });
const MCP = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "walk", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} },
  { jsonrpc: "2.0", id: 3, method: "resources/list", params: {} },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

const CORRECTIONS_OF_A_MISTAKE = JSON.stringify({
  id: "1",
  language: "javascript",
  corrections: ["a", "b", "c"].map((name) => ({ before: `${name} == null`, after: `${name} === null` })),
});

const CHECK_AND_CODE = JSON.stringify({
  check: { kind: "text", language: "prose", tokens: ["never"] },
  language: "javascript",
  code: "never();",
});

/** Every command by its full name; a test fails if one is missing. */
export const COMMANDS: Readonly<Record<string, readonly CommandWalk[]>> = {
  "review check": [
    { args: ["--range", "HEAD~1..HEAD"], stdin: REVIEW },
    { args: ["--changed-files", "plain.txt"], stdin: REVIEW },
  ],
  "review post": [{ args: ["o/r#1", "--range", "HEAD~1..HEAD"], stdin: REVIEW }],
  "review prompt": [{ args: [] }],
  "review schema": [{ args: [] }],
  "feedback list": [{ args: [] }, { args: ["--text", "tests", "--class", "edge_case"] }],
  "feedback show": [{ args: ["x"] }],
  "feedback story": [{ args: ["x"] }],
  "feedback lint": [{ args: [], stdin: "Rename it." }],
  "feedback schema": [{ args: [] }],
  "iterations record": [{ args: ["--task", "T-1"], stdin: "{}" }],
  "iterations show": [{ args: ["T-1"] }],
  "iterations list": [{ args: [] }],
  detect: [{ args: [], stdin: "exit code 1" }, { args: ["plain.txt"] }],
  refine: [{ args: ["plain.txt"] }, { args: ["plain.txt", "--feedback-text", "TypeError: x", "--log"] }],
  "refinements list": [{ args: [] }],
  "refinements show": [{ args: ["x"] }],
  "refinements summary": [{ args: [] }],
  reject: [{ args: ["missing_tests"] }],
  import: [{ args: ["plain.txt"] }],
  learn: [{ args: ["--yes"] }, { args: ["plain.txt"] }],
  "checks draft": [{ args: ["--jsonl"], stdin: CORRECTIONS_OF_A_MISTAKE }],
  "checks run": [{ args: ["--jsonl"], stdin: CHECK_AND_CODE }],
  "corrections list": [{ args: [] }, { args: ["--with-edit", "--jsonl"] }],
  "corrections show": [{ args: ["x"] }],
  "corrections rebuild": [{ args: [] }],
  patterns: [{ args: [] }],
  similar: [{ args: ["no tests"] }],
  "cluster show": [{ args: ["x"] }],
  "cluster merge": [{ args: ["x", "y", "--as", "ana"] }],
  "cluster split": [{ args: ["x", "y", "--as", "ana"] }],
  "cluster rename": [{ args: ["x", "y", "--as", "ana"] }],
  "cluster suggestions": [{ args: [] }],
  "cluster keep": [{ args: ["x", "--as", "ana"] }],
  "rules list": [{ args: [] }],
  "rules show": [{ args: ["x"] }],
  "rules history": [{ args: ["x"] }],
  "rules propose": [{ args: ["--as", "ana", "--text", "Add tests."] }, { args: ["--as", "ana"] }],
  "rules approve": [{ args: ["x", "--as", "ana"] }],
  "rules reject": [{ args: ["x", "--as", "ana", "--reason", "no"] }],
  "rules modify": [{ args: ["x", "--as", "ana", "--text", "Add tests."] }],
  "rules defer": [{ args: ["x", "--as", "ana"] }],
  "rules retire": [{ args: ["x", "--as", "ana", "--reason", "no"] }],
  "rules keep": [{ args: ["x", "--as", "ana"] }],
  "rules roll-back": [{ args: ["x", "--as", "ana"] }],
  "rules effect": [{ args: [] }],
  "rules prompt": [{ args: ["--agent", "rio"] }],
  "rules ambiguous": [{ args: [] }],
  "rules resolve": [{ args: ["x", "--as", "ignore", "--reason", "no", "--by", "ana"] }],
  "rules promote": [{ args: ["x", "--as", "ana"] }],
  "rules edge-cases": [{ args: [] }],
  "rules conflicts": [{ args: ["Add tests.", "Add no tests."] }],
  "reminders list": [{ args: [] }, { args: ["--file", "plain.txt", "--source", "team"] }],
  "reminders dismiss": [{ args: ["x", "--reason", "no", "--as", "ana"] }],
  "rules draft": [{ args: ["use yarn, not npm", "we use yarn, never npm"] }],
  "catalogue search": [{ args: ["tests"] }],
  "catalogue show": [{ args: ["x"] }],
  "catalogue list": [{ args: [] }],
  "catalogue add": [{ args: [], stdin: "{}" }],
  "catalogue remove": [{ args: ["x"] }],
  "catalogue schema": [{ args: [] }],
  "rollouts list": [{ args: [] }],
  "rollouts show": [{ args: ["x"] }],
  "rollouts start": [{ args: ["--from", "1.0/1.0", "--to", "1.0/1.1", "--as", "ana"] }],
  "rollouts assign": [{ args: ["x", "--key", "o/r#1"] }],
  "rollouts advance": [{ args: ["x", "--as", "ana"] }],
  "rollouts promote": [{ args: ["x", "--as", "ana"] }],
  "rollouts roll-back": [{ args: ["x", "--as", "ana"] }],
  inject: [{ args: [] }, { args: ["--all"] }, { args: ["--all", "--remove"] }],
  status: [{ args: [] }, { args: ["--json"] }],
  init: [{ args: ["--yes"] }, { args: ["--undo", "--yes"] }],
  serve: [{ args: ["--port", "0"], untilStopped: true }],
  demo: [{ args: ["--days", "7"] }],
  mcp: [{ args: ["--agent", "rio"], stdin: MCP }],
  hook: [{ args: ["--status"] }, { args: ["--deliver"] }],
  "ledger write": [{ args: [] }],
  "ledger rebuild": [{ args: [] }],
  "ledger verify": [{ args: [] }],
  "events run": [{ args: [], untilStopped: true }],
  "events status": [{ args: [] }],
  "events dead list": [{ args: [] }],
  "events dead show": [{ args: ["x"] }],
  "events dead replay": [{ args: ["x"] }],
  "events dead discard": [{ args: ["x"] }],
  "tokens list": [{ args: [] }],
  "tokens create": [{ args: ["--name", "ana", "--role", "reviewer", "--as", "bo"] }],
  "tokens revoke": [{ args: ["x"] }],
  "tokens link": [{ args: [] }],
  "audit list": [{ args: [] }],
  "audit verify": [{ args: [] }, { args: ["--git-tag", "emend-audit-1"] }],
  "audit publish": [{ args: ["--file", "head.txt"] }, { args: ["--git-tag"] }],
  "webhooks test": [{ args: [] }],
  "webhooks secret": [{ args: [] }],
  "store copy": [{ args: ["--to", "copy.db"] }],
  "store backup": [{ args: ["backup.db"] }],
  "store status": [{ args: [] }],
  "erase person": [{ args: ["ana", "--yes"] }],
  "erase older-than": [{ args: ["1d", "--yes"] }],
  trust: [{ args: [] }, { args: ["--status"] }, { args: ["--revoke"] }],
  "people list": [{ args: [] }],
  "people show": [{ args: ["ana"] }],
  "people link": [{ args: ["ana", "github:ana", "--as", "bo"] }],
  "people unlink": [{ args: ["github:ana", "--as", "bo"] }],
  "people alone": [{ args: ["--as", "ana"] }],
  "people team": [{ args: ["--as", "ana"] }],
  "people admit": [{ args: ["ana", "--as", "bo"] }],
  config: [{ args: [] }],
  "config schema": [{ args: [] }],
};

/** Every command, by the words that start it. */
export const commandWalks = (): readonly (CommandWalk & { readonly name: string })[] =>
  Object.entries(COMMANDS).flatMap(([name, walks]) =>
    walks.map((walk) => ({ ...walk, name, args: [...name.split(" "), ...walk.args] })),
  );
