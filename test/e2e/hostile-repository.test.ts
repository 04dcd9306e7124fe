import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { everyCommand } from "../../scripts/reference/cli-page.ts";
import { HOSTILE_KINDS } from "../security/hostile-repository.ts";
import { COMMANDS, commandWalks } from "../security/walk-commands.ts";
import { EVENTS, SESSION } from "../security/walk-events.ts";
import { walkHostile } from "../security/walk-hostile.ts";

const leaves = (command: Command, words: readonly string[] = []): readonly string[] => {
  const inner = command.commands.filter((each) => each.name() !== "help");
  if (inner.length === 0) return [words.join(" ")];
  return inner.flatMap((each) => leaves(each, [...words, each.name()]));
};

describe("a hostile repository: nothing outside it is written, deleted, sent or read", () => {
  it("the walk knows every command", async () => {
    expect(leaves(await everyCommand()).filter((name) => COMMANDS[name] === undefined)).toEqual([]);
  });

  it.each(HOSTILE_KINDS)("15.1 15.2 15.3 a session with hooks: %s", { timeout: 240_000 }, async (kind) => {
    expect(await walkHostile(kind, SESSION, "at the root")).toEqual([]);
  });

  it("15.3 emend trust reads nothing outside that the settings name", { timeout: 240_000 }, async () => {
    const trust = commandWalks().filter(({ name }) => name === "trust");
    expect(await walkHostile("brought-in", trust, "at the root")).toEqual([]);
  });

  // `npm run test:long -- hostile-walk` runs every event and command in every folder of every kind.
  it("15.1 15.2 15.3 every event and command: links", { timeout: 240_000 }, async () => {
    expect(await walkHostile("links", [...EVENTS, ...commandWalks()], "at the root")).toEqual([]);
  });
});
