import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT_BIN } from "../bin.ts";
import { traceProcess } from "../trace-process.ts";
import { forbiddenDeeds } from "./forbidden-deeds.ts";
import { PLANTED_RULE, PLANTED_WORDS } from "./hostile-files.ts";
import { type HostileKind, makeHostileRepository } from "./hostile-repository.ts";
import { CANARY } from "./outside-folder.ts";
import type { CommandWalk } from "./walk-commands.ts";

export interface NamedWalk extends CommandWalk {
  readonly name: string;
}

/** What must never come out of a command: a secret from outside, or a planted text as if people had approved it. */
const NEVER_SAID = [CANARY, PLANTED_RULE, PLANTED_WORDS];

/**
 * Runs commands in a clone of a hostile repository, as a user whose keys are in the environment, and lists everything
 * that nobody asked for: each file, program and address used outside the clone, and each text that must not be told.
 */
export async function walkHostile(
  kind: HostileKind,
  walks: readonly NamedWalk[],
  where: "everywhere" | "at the root" = "everywhere",
): Promise<readonly string[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "emend-walk-")));
  try {
    const repository = await makeHostileRepository(folder, kind);
    const { env, ground } = makeUser(folder, repository.clone);
    const folders = where === "everywhere" ? repository.folders : [repository.clone];
    const problems = await atOnce(
      folders.flatMap((cwd) => walks.map((walk) => ({ cwd, ...walk }))),
      async ({ cwd, name, args, stdin, untilStopped }) => {
        const run = await traceProcess([process.execPath, BUILT_BIN, ...args], {
          cwd,
          env,
          ...(stdin === undefined ? {} : { stdin: stdin.replaceAll("$FOLDER", cwd) }),
          endAfterMs: untilStopped === true ? 2_500 : 60_000,
        });
        const said = `${run.stdout}\n${run.stderr}`;
        return [
          ...forbiddenDeeds(run.deeds, ground),
          ...NEVER_SAID.filter((text) => said.includes(text)).map((text) => `says ${text}`),
          ...(run.code === null && untilStopped !== true ? ["did not end"] : []),
        ].map((problem) => `${kind}: ${name}: ${problem}`);
      },
    );
    return [
      ...problems,
      ...repository.outside.changes().map((change) => `${kind}: outside changed: ${change}`),
      ...repository.outside.ran().map((program) => `${kind}: ran ${program}`),
    ];
  } finally {
    // A test of modes may have left folders that even their owner cannot enter.
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** More wait for a process than for the processor. */
const AT_ONCE = 3;

async function atOnce<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const waiting = [...items];
  const found: string[] = [];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      found.push(...(await act(item)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** A user with settings of their own and with keys that a repository would like to have. */
function makeUser(
  folder: string,
  repository: string,
): { readonly env: Record<string, string>; readonly ground: Parameters<typeof forbiddenDeeds>[1] } {
  const home = join(folder, "home");
  const runtime = join(folder, "run");
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(runtime, { mode: 0o700 });
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Ada\n\temail = ada@example.com\n");
  writeFileSync(join(home, ".netrc"), `machine 127.0.0.1 login ada password ${CANARY}\n`);
  writeFileSync(join(home, ".pgpass"), `*:*:*:*:${CANARY}\n`, { mode: 0o600 });
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    USER: "ada",
    TMPDIR: join(folder, "tmp"),
    XDG_RUNTIME_DIR: runtime,
    EMEND_SERVER_TOKEN: CANARY,
    GITHUB_TOKEN: CANARY,
    PGPASSWORD: CANARY,
    EMEND_LLM_KEY: CANARY,
    EMEND_EMBEDDING_KEY: CANARY,
  };
  mkdirSync(env.TMPDIR);
  return {
    env,
    ground: {
      repository,
      own: [join(home, ".local"), join(home, ".cache"), runtime, env.TMPDIR],
      gitSettings: [join(home, ".gitconfig"), join(home, ".config/git")],
    },
  };
}
