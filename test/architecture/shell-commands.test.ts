import { expect, it } from "vitest";
import { shellCommands } from "../shell-commands.ts";

it.each([
  { why: "one", shell: "emend rules list --json", commands: [["emend", "rules", "list", "--json"]] },
  {
    why: "a line goes on behind a backslash",
    shell: "emend a \\\n  --b c",
    commands: [["emend", "a", "--b", "c"]],
  },
  {
    why: "pipes, chains and streams",
    shell: "npm test 2>&1 | emend detect > x.txt && echo done",
    commands: [
      ["npm", "test"],
      ["emend", "detect"],
      ["echo", "done"],
    ],
  },
  { why: "a comment", shell: "emend a # emend b", commands: [["emend", "a"]] },
  {
    why: "a sign that is no comment",
    shell: "emend post acme/shop#12",
    commands: [["emend", "post", "acme/shop#12"]],
  },
  { why: "quotes", shell: `emend a "b c" 'd; e'`, commands: [["emend", "a", "b c", "d; e"]] },
  { why: "a command within", shell: "X=$(emend a b)", commands: [["emend", "a", "b"], ["X=0123"]] },
  {
    why: "and in quotes",
    shell: 'emend a "$(git rev-parse HEAD)"',
    commands: [
      ["git", "rev-parse", "HEAD"],
      ["emend", "a", "$(git rev-parse HEAD)"],
    ],
  },
  {
    why: "what a program is fed",
    shell: "cat > f <<'EOF'\nemend nonsense\nEOF\nemend a < f",
    commands: [["cat"], ["emend", "a"]],
  },
])("$why", ({ shell, commands }) => {
  expect(shellCommands(shell)).toEqual(commands);
});
