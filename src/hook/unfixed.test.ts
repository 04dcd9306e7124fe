import { describe, expect, it } from "vitest";
import { covers, isCheckCommand, resolvedBy, type Unfixed, withFailure } from "./unfixed.ts";

const NOTHING: Unfixed = { commands: [], words: [] };

describe("what a pass settles", () => {
  it.each([
    ["npm test", "npm test", true],
    ["npm test", "npm test -- basket", true],
    ["pytest", "pytest tests/test_a.py", true],
    ["npm test -- basket", "npm test", false],
    ["npm run lint", "npm test", false],
    ["node", "node broken.js", false],
    ["npm test", "npm tests", false],
    ["npm test", "npx vitest run src/basket.test.ts", true],
    ["pytest", "python -m pytest tests/test_a.py -k sum", true],
    ["npx vitest run a.test.ts", "npx vitest run b.test.ts", false],
    ["npm test", "npm run test:lint", false],
    ["npm test", "npm run build", false],
  ])("%s passed after %s failed: %s", (passed, failed, expected) => {
    expect(covers(passed, failed)).toBe(expected);
  });

  it("all failures of the command, and words of the same session", () => {
    const failed = withFailure(withFailure(NOTHING, { command: "npm test", event: "e1", at: 1 }), {
      command: "npm test",
      event: "e2",
      at: 2,
    });
    const words = [
      { session: "s-1", event: "w1", at: 3 },
      { session: "s-2", event: "w2", at: 3 },
    ];
    const { events, left } = resolvedBy(
      { ...failed, words },
      { command: "npm test", session: "s-1", isCheck: true },
    );
    expect(events).toEqual(["e1", "e2", "w1"]);
    expect(left).toEqual({ commands: [], words: [words[1]] });
  });

  it("a check that never failed answers words only while nothing else fails", () => {
    const words = [{ session: "s-1", event: "w1", at: 3 }];
    const pass = { command: "npm run lint", session: "s-1", isCheck: isCheckCommand("npm run lint") };
    expect(resolvedBy({ commands: [], words }, pass).events).toEqual(["w1"]);
    const open = withFailure({ commands: [], words }, { command: "npm test", event: "e1", at: 1 });
    expect(resolvedBy(open, pass).events).toEqual([]);
    expect(
      resolvedBy({ commands: [], words }, { ...pass, command: "ls", isCheck: isCheckCommand("ls") }).events,
    ).toEqual([]);
  });
});
