import { describe, expect, it } from "vitest";
import { commandKey, onlyReads, zeroIsSuccess } from "./handle-tool-result.ts";

describe("what makes two calls the same command", () => {
  it.each([
    ["npm test", "npm test", "itself"],
    ["  npm   test\n", "npm test", "blanks"],
    ["cd web && npm test", "npm test", "where it ran"],
    ["npm test 2>&1 | tail -20", "npm test", "what became of its output"],
    ["npm test > /tmp/out.txt 2>&1", "npm test", "a file for its output"],
    ["CI=1 npm test", "npm test", "settings for this run"],
    ["time sudo npm test", "npm test", "how it was started"],
    ["npm run build && npm test", "npm run build && npm test", "two commands stay two"],
    ["npm test || true", "npm test", "a failure that is hidden"],
    ["cd web", "cd web", "nothing but the folder"],
    ["", "", "nothing"],
  ])("%j is %j: %s", (command, key) => {
    expect(commandKey(command)).toBe(key);
  });

  it("is bounded", () => {
    expect(commandKey("x".repeat(1_000_000)).length).toBe(300);
  });
});

describe("whether a command only shows what is there", () => {
  it.each([
    ["cat build.log", true],
    ["grep -rn Error src | head -20", true],
    ["cd web && ls -la; git status", true],
    ["git -C . log --oneline", true],
    ["/usr/bin/tail -f x.log", true],
    ["LC_ALL=C sort names", true],
    ["npm test | tail -5", false],
    ["git commit -m x", false],
    ["cat a && make", false],
    ["node -e 'x'", false],
    ["", false],
  ])("%j: %s", (command, reads) => {
    expect(onlyReads(command)).toBe(reads);
  });
});

describe("17.2 whether exit code 0 is the success of the whole command", () => {
  it.each([
    ["npm test", true],
    ["cd web && npm test", true],
    ["npm test 2>&1", true],
    ["set -o pipefail && npm test | tail -20", true],
    ["grep -c 'a|b;c' x.txt", true],
    ["npm test 2>&1 | tail -20", false],
    ["npm test || true", false],
    ["npm test; echo done", false],
    ["npm run dev &", false],
    ["npm test\necho done", false],
  ])("%j: %s", (command, isSuccess) => {
    expect(zeroIsSuccess(command)).toBe(isSuccess);
  });
});
