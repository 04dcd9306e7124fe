import { describe, expect, test } from "vitest";
import { tokenize } from "./tokens.ts";

const commandsIn = (text: string): readonly string[] =>
  tokenize(text)
    .filter(({ kind }) => kind === "code")
    .map(({ word }) => word);

describe("commands in a sentence", () => {
  test.each([
    ["run docker compose exec web first", ["docker compose exec"]],
    ["cargo clippy --fix is enough", ["cargo clippy --fix"]],
    ["make lint, then push", ["make lint"]],
    ["it was npm ci that failed", ["npm ci"]],
  ])("16.1 are one name: %s", (text, found) => {
    expect(commandsIn(text)).toEqual(found);
  });

  test.each(["make sure it builds", "go test it yourself", "please git push to your fork", "make it fast"])(
    "16.1 and not where the program is the verb: %s",
    (text) => {
      expect(commandsIn(text)).toEqual([]);
    },
  );

  test("16.1 an option is a name and no dash", () => {
    expect(tokenize("run it with --watch off").map(({ kind, word }) => `${kind} ${word}`)).toContain(
      "name --watch",
    );
    expect(tokenize("slow -- use the cache").map(({ word }) => word)).toContain("-");
  });
});
