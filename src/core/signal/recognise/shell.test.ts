import { describe, expect, it } from "vitest";
import { shell } from "./shell.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("shell", () => {
  it.each([
    ["bash", "bash: gorp: command not found", "proof runtime_error"],
    ["a script's line", "./deploy.sh: line 12: gorp: command not found", "proof runtime_error"],
    ["zsh turns it round", "zsh: command not found: gorp", "proof runtime_error"],
    ["dash", "sh: 1: gorp: not found", "proof runtime_error"],
    ["fish", "fish: Unknown command: gorp", "proof runtime_error"],
    ["cmd", "'gorp' is not recognized as an internal or external command,", "proof runtime_error"],
    [
      "PowerShell",
      "gorp : The term 'gorp' is not recognized as the name of a cmdlet, function, script file, or operable program.",
      "proof runtime_error",
    ],
    ["ls", "ls: cannot access 'x': No such file or directory", "strong runtime_error"],
    ["cat on a Mac", "cat: x: No such file or directory", "strong runtime_error"],
    ["zsh's cd", "cd: no such file or directory: gone", "strong runtime_error"],
    ["permissions", "bash: ./run.sh: Permission denied", "strong runtime_error"],
    ["find passes over what it may not read", "find: '/proc/1/fd': Permission denied", "weak runtime_error"],
    ["an option that is not there", "sed: invalid option -- 'y'", "strong runtime_error"],
    ["argparse", "shop.py: error: the following arguments are required: --basket", "strong runtime_error"],
    ["cobra", "Error: unknown flag: --basket", "strong runtime_error"],
    ["git", "fatal: not a git repository (or any of the parent directories): .git", "strong runtime_error"],
    ["a refused push", " ! [rejected]        main -> main (fetch first)", "strong runtime_error"],
    ["a merge conflict", "CONFLICT (content): Merge conflict in cart.ts", "strong runtime_error"],
    ["curl", "curl: (7) Failed to connect to localhost port 8080: Connection refused", "proof runtime_error"],
    ["ssh", "ssh: connect to host build port 22: Connection timed out", "strong runtime_error"],
    ["a key that is not accepted", "git@example.org: Permission denied (publickey).", "strong runtime_error"],
    ["a time limit", "Command timed out after 2m 0s", "strong runtime_error"],
    ["Node's code for a refused connection", "connect ECONNREFUSED 127.0.0.1:5432", "strong runtime_error"],
    [
      "the same with a message",
      "Error: listen EADDRINUSE: address already in use :::3000",
      "strong runtime_error",
    ],
    [
      "Go's dial",
      'Get "http://x": dial tcp 127.0.0.1:80: connect: connection refused',
      "strong runtime_error",
    ],
    [
      "the syntax of a script",
      "bash: -c: line 1: syntax error near unexpected token `)'",
      "strong runtime_error",
    ],
    ["an exit code by itself", "Exit code 127", "proof runtime_error"],
    ["as a CI service says it", "Error: Process completed with exit code 1.", "proof runtime_error"],
    ["as Python says it", "Command '['make']' returned non-zero exit status 2.", "proof runtime_error"],
    ["as go run says it", "exit status 2", "proof runtime_error"],
    ["zero is weak praise", "Process finished with exit code 0", "weak success"],
    ["zero, echoed", "exit: 0", "weak success"],
    ["a status of HTTP is no exit code", "request finished with status 404", "nothing"],
    ["a rule about exit codes", "The command must exit with code 1 if the input is bad.", "nothing"],
    ["a condition about exit codes", "If the process exited with code 2, run it again.", "nothing"],
    ["a search hit", 'cmd/run.go:12:\treturn fmt.Errorf("exited with code 1")', "nothing"],
    ["a line of a diff", '+  echo "bash: gorp: command not found"', "nothing"],
    ["a comment in a script", "# ls: cannot access: No such file or directory", "nothing"],
    ["a long listing", "-rw-r--r--  1 me staff  6547 Jul  1 09:49 errors-not-found.md", "nothing"],
    ["a commit", "1a2b3c4 fix: command not found on Windows", "nothing"],
    ["a plain success of git", "Switched to branch 'fix-error'", "nothing"],
    ["a header with a colon", "Note: this cannot be undone.", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([shell], text).saw).toBe(saw);
  });

  it.each([
    ["Exit code 127", { exit_code: 127 }],
    ["zsh: command not found: gorp", { error_type: "command not found", error_message: "gorp" }],
    ["curl: (7) Failed to connect", { exit_code: 7, error_message: "Failed to connect" }],
  ])("keeps what %s tells", (text, facts) => {
    expect(strongest([shell], text).facts).toEqual(facts);
  });
});
