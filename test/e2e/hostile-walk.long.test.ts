import { describe, expect, it } from "vitest";
import { HOSTILE_KINDS } from "../security/hostile-repository.ts";
import { commandWalks } from "../security/walk-commands.ts";
import { EVENTS } from "../security/walk-events.ts";
import { walkHostile } from "../security/walk-hostile.ts";

describe("every event and command in every hostile repository", () => {
  it.each(HOSTILE_KINDS)("15.1 15.2 15.3 %s", async (kind) => {
    expect(await walkHostile(kind, [...EVENTS, ...commandWalks()])).toEqual([]);
  });
});
