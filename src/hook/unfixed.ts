import { join } from "node:path";
import { fieldOf, listOf, textOf, textsOf } from "../core/json/json.ts";
import type { HookParts } from "./hook-parts.ts";
import { makePrivateFolder, readSmall, writeWhole } from "./hook-files.ts";
import { makeHome } from "./hook-place.ts";

/** A command whose last run failed, with the events that were recorded of it. */
interface FailedCommand {
  readonly command: string;
  readonly events: readonly string[];
  readonly at: number;
}

/** Somebody's word that something fails, which a pass in the same session answers. */
interface FailedWord {
  readonly session: string;
  readonly event: string;
  readonly at: number;
}

/** What failed in a project and has not passed since, in whatever session. */
export interface Unfixed {
  readonly commands: readonly FailedCommand[];
  readonly words: readonly FailedWord[];
}

const NOTHING: Unfixed = { commands: [], words: [] };
const FILE = "unfixed.json";
const MOST_BYTES = 512 * 1024;
const MOST_ENTRIES = 200;
const MOST_EVENTS = 50;
/** What failed longer ago is not told of any more. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000;

export function readUnfixed(folder: string): Unfixed {
  let given: unknown;
  try {
    given = JSON.parse(readSmall(join(folder, FILE), MOST_BYTES) ?? "null");
  } catch {
    return NOTHING;
  }
  return {
    commands: listOf(fieldOf(given, "commands")).flatMap((value) => {
      const command = textOf(fieldOf(value, "command"));
      const at = fieldOf(value, "at");
      return command === undefined || typeof at !== "number"
        ? []
        : [{ command, events: textsOf(fieldOf(value, "events")), at }];
    }),
    words: listOf(fieldOf(given, "words")).flatMap((value) => {
      const session = textOf(fieldOf(value, "session"));
      const event = textOf(fieldOf(value, "event"));
      const at = fieldOf(value, "at");
      return session === undefined || event === undefined || typeof at !== "number"
        ? []
        : [{ session, event, at }];
    }),
  };
}

/** Changes what is kept; where that fails, a fixed failure may be told of once more. */
export function changeUnfixed(
  { place, fault, now }: Pick<HookParts, "place" | "fault" | "now">,
  change: (unfixed: Unfixed) => Unfixed,
): void {
  try {
    makeHome(place);
    const oldest = now().getTime() - FORGOTTEN_AFTER_MS;
    const { commands, words } = change(readUnfixed(place.memory));
    makePrivateFolder(place.memory);
    const kept: Unfixed = {
      commands: commands
        .filter(({ at }) => at > oldest)
        .slice(-MOST_ENTRIES)
        .map((each) => ({ ...each, events: each.events.slice(-MOST_EVENTS) })),
      words: words.filter(({ at }) => at > oldest).slice(-MOST_ENTRIES),
    };
    writeWhole(join(place.memory, FILE), JSON.stringify(kept));
  } catch (error) {
    fault("memory_failed", error);
  }
}

/** Adds a failed run of a command. */
export const withFailure = (
  { commands, words }: Unfixed,
  { command, event, at }: { readonly command: string; readonly event: string; readonly at: number },
): Unfixed => {
  const earlier = commands.find((each) => each.command === command)?.events ?? [];
  const events = earlier.includes(event) ? earlier : [...earlier, event];
  return {
    words,
    commands: [...commands.filter((each) => each.command !== command), { command, events, at }],
  };
};

/** What a pass of a command settles, and what is left. */
export function settledBy(
  unfixed: Unfixed,
  {
    command,
    session,
    isCheck,
  }: { readonly command: string; readonly session: string; readonly isCheck: boolean },
): { readonly events: readonly string[]; readonly left: Unfixed } {
  const passed = unfixed.commands.filter((each) => covers(command, each.command));
  const commands = unfixed.commands.filter((each) => !passed.includes(each));
  // Whoever says that something fails means what is checked, and as long as a check fails it may be that one.
  const answers = passed.length > 0 || (isCheck && unfixed.commands.length === 0);
  const words = answers ? unfixed.words.filter((each) => each.session === session) : [];
  return {
    events: [...passed.flatMap(({ events }) => events), ...words.map(({ event }) => event)],
    left: { commands, words: unfixed.words.filter((each) => !words.includes(each)) },
  };
}

/** The same command, or one that runs more: a pass of `npm test` is one of `npm test -- basket`. */
export const covers = (passed: string, failed: string): boolean =>
  passed === failed || ((passed.includes(" ") || RUNNERS.has(passed)) && failed.startsWith(`${passed} `));

/** Alone they run everything that they run with a name. */
const RUNNERS: ReadonlySet<string> = new Set(
  "pytest vitest jest mocha rspec phpunit tox nox tsc mypy ctest".split(" "),
);

const CHECK =
  /\b(?:tests?|spec|check|lint|build|compile|typecheck|types|verify|pytest|vitest|jest|mocha|rspec|phpunit|tox|nox|make|tsc|eslint|oxlint|mypy|ruff|ctest|clippy)\b/;

/** Whether a command looks whether the work is right. */
export const isCheckCommand = (command: string): boolean => CHECK.test(command);
