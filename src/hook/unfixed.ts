import { join } from "node:path";
import { fieldOf, listOf, textOf, textsOf } from "../core/json/json.ts";
import type { HookContext } from "./hook-context.ts";
import { makePrivateFolder, readSmallFile, writeAtomically } from "./hook-files.ts";
import { makeHome } from "./hook-paths.ts";

/** A command whose last run failed, and the events recorded for it. */
interface FailedCommand {
  readonly command: string;
  readonly events: readonly string[];
  readonly at: number;
}

/** A person's report that something fails, which a passing check in the same session resolves. */
interface ReportedFailure {
  readonly session: string;
  readonly event: string;
  readonly at: number;
}

/** What failed in a project and has not passed since, across sessions. */
export interface Unfixed {
  readonly commands: readonly FailedCommand[];
  readonly words: readonly ReportedFailure[];
}

const EMPTY: Unfixed = { commands: [], words: [] };
const FILE = "unfixed.json";
const MAX_BYTES = 512 * 1024;
const MAX_ENTRIES = 200;
const MAX_EVENTS = 50;
const RETENTION_MS = 30 * 24 * 3_600_000;

export function readUnfixed(folder: string): Unfixed {
  let stored: unknown;
  try {
    stored = JSON.parse(readSmallFile(join(folder, FILE), MAX_BYTES) ?? "null");
  } catch {
    return EMPTY;
  }
  return {
    commands: listOf(fieldOf(stored, "commands")).flatMap((value) => {
      const command = textOf(fieldOf(value, "command"));
      const at = fieldOf(value, "at");
      return command === undefined || typeof at !== "number"
        ? []
        : [{ command, events: textsOf(fieldOf(value, "events")), at }];
    }),
    words: listOf(fieldOf(stored, "words")).flatMap((value) => {
      const session = textOf(fieldOf(value, "session"));
      const event = textOf(fieldOf(value, "event"));
      const at = fieldOf(value, "at");
      return session === undefined || event === undefined || typeof at !== "number"
        ? []
        : [{ session, event, at }];
    }),
  };
}

/** Updates the file. If that fails, the agent may be told of a fixed failure once more. */
export function changeUnfixed(
  { paths, reportFault, now }: Pick<HookContext, "paths" | "reportFault" | "now">,
  change: (unfixed: Unfixed) => Unfixed,
): void {
  try {
    makeHome(paths);
    const oldest = now().getTime() - RETENTION_MS;
    const { commands, words } = change(readUnfixed(paths.memory));
    makePrivateFolder(paths.memory);
    const kept: Unfixed = {
      commands: commands
        .filter(({ at }) => at > oldest)
        .slice(-MAX_ENTRIES)
        .map((each) => ({ ...each, events: each.events.slice(-MAX_EVENTS) })),
      words: words.filter(({ at }) => at > oldest).slice(-MAX_ENTRIES),
    };
    writeAtomically(join(paths.memory, FILE), JSON.stringify(kept));
  } catch (error) {
    reportFault("memory_failed", error);
  }
}

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

/** The events that a passing command resolves, and what is left. */
export function resolvedBy(
  unfixed: Unfixed,
  {
    command,
    session,
    isCheck,
  }: { readonly command: string; readonly session: string; readonly isCheck: boolean },
): { readonly events: readonly string[]; readonly left: Unfixed } {
  const passed = unfixed.commands.filter((each) => covers(command, each.command));
  const commands = unfixed.commands.filter((each) => !passed.includes(each));
  // A person who reports a failure means some check; while any check still fails, it may be that one.
  const answers = passed.length > 0 || (isCheck && unfixed.commands.length === 0);
  const words = answers ? unfixed.words.filter((each) => each.session === session) : [];
  return {
    events: [...passed.flatMap(({ events }) => events), ...words.map(({ event }) => event)],
    left: { commands, words: unfixed.words.filter((each) => !words.includes(each)) },
  };
}

/** The same command, or one that runs more: `npm test` covers `npm test -- basket` and `npx vitest run basket`. */
export const covers = (passed: string, failed: string): boolean =>
  passed === failed ||
  ((passed.includes(" ") || RUNNERS.has(passed)) && failed.startsWith(`${passed} `)) ||
  (ALL_TESTS.test(passed) && SOME_TESTS.test(failed));

/** A command that runs all tests. */
const ALL_TESTS =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)? tests?|(?:npx |pnpm |yarn |bunx )?(?:vitest run|jest|mocha)|(?:python3? -m |uv run |poetry run )?pytest|cargo test|go test \.\/\.\.\.|make (?:test|check)|(?:bundle exec )?rspec|tox|nox|ctest|(?:\.\/)?gradlew? test|mvn test|dotnet test|mix test)$/;

/** A command that runs tests and nothing else. */
const SOME_TESTS = /\b(?:test|spec|pytest|vitest|jest|mocha|rspec|phpunit|ctest)\b(?!:(?:lint|types))/;

/** Without arguments, these run everything. */
const RUNNERS: ReadonlySet<string> = new Set(
  "pytest vitest jest mocha rspec phpunit tox nox tsc mypy ctest".split(" "),
);

const CHECK =
  /\b(?:tests?|spec|check|lint|build|compile|typecheck|types|verify|pytest|vitest|jest|mocha|rspec|phpunit|tox|nox|make|tsc|eslint|oxlint|mypy|ruff|ctest|clippy)\b/;

/** Whether a command checks the work, such as a test run or a build. */
export const isCheckCommand = (command: string): boolean => CHECK.test(command);
