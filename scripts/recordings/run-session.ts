import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { looseEquality } from "../../test/active-check.ts";
import type { Session } from "./sessions.ts";

/** A line that was typed, or what the terminal printed, with its colours. */
export interface Printed {
  readonly kind: "typed" | "output";
  readonly text: string;
}

const SECONDS = 60;
/** The day on which all sessions seem to happen. */
const DAY = "2026-11-19";
const TIME = "09:30";
const DAY_MS = 86_400_000;

/** Runs a session with the built command in a home folder of its own, and answers what its terminal shows. */
export function runSession(session: Session, root: string): readonly Printed[] {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "emend-recording-")));
  try {
    const home = join(top, "home");
    const folder = join(home, session.folder ?? "shop");
    const env = makeHome(top, home, root);
    const run = (script: string, cwd: string): string => {
      const { status, stdout, error } = spawnSync("bash", ["-c", `exec 2>&1\n${script}`], {
        cwd,
        env,
        encoding: "utf8",
        timeout: SECONDS * 1_000,
      });
      if (error !== undefined || status === null) throw new Error(`${session.name}: ${script} did not end`);
      return stdout;
    };
    if (session.folder === undefined) {
      mkdirSync(folder);
      run("git init -q && echo '# Shop' > CLAUDE.md && git add -A && git commit -q -m 'The shop'", folder);
    }
    if (session.before !== undefined) run(session.before, session.folder === undefined ? folder : home);
    const started = new Date();
    // Claude Code names a project's folder after its path.
    const project = home.replaceAll(/[^a-zA-Z0-9]/g, "-");
    const settle = (text: string): string =>
      settled(text.replaceAll(home, "~").replaceAll(project, "-home-ana"), started);
    return session.steps.flatMap(({ typed, run: instead = typed }): readonly Printed[] => [
      { kind: "typed", text: typed },
      { kind: "output", text: settle(run(instead, folder)) },
    ]);
  } finally {
    rmSync(top, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function makeHome(top: string, home: string, root: string): NodeJS.ProcessEnv {
  const bin = join(top, "bin");
  for (const each of [bin, home]) mkdirSync(each);
  writeFileSync(join(bin, "emend"), `#!/bin/sh\nexec "${process.execPath}" "${root}dist/bin.js" "$@"\n`);
  chmodSync(join(bin, "emend"), 0o755);
  const checks = join(top, "checks.json");
  writeFileSync(checks, JSON.stringify({ schema: 1, checks: [looseEquality({ state: "blocking" })] }));
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    USER: "ana",
    TZ: "UTC",
    LANG: "C.UTF-8",
    FORCE_COLOR: "1",
    GIT_CONFIG_NOSYSTEM: "1",
    EMEND_REPOSITORY: root,
    EMEND_CHECKS: checks,
  };
  for (const [key, value] of [
    ["user.name", "ana"],
    ["user.email", "ana@example.com"],
    ["init.defaultBranch", "main"],
  ] as const)
    execFileSync("git", ["config", "--global", key, value], { env });
  return env;
}

/** What differs from run to run: today, a week from today, the time, and ids that depend on them. */
function settled(text: string, now: Date): string {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const week = 7 * DAY_MS;
  return text
    .replaceAll(day(now.getTime() + week), day(Date.parse(DAY) + week))
    .replaceAll(day(now.getTime()), DAY)
    .replaceAll(day(now.getTime()).slice(5), DAY.slice(5))
    .replaceAll(/\d\d:\d\d UTC/g, `${TIME} UTC`)
    .replaceAll(/ru_[0-9a-f]{8}(?:[0-9a-f]{24})?/g, (id) =>
      "ru_b82509d1c04e7a6f3d5892be61f0a7c4".slice(0, id.length),
    )
    .replaceAll(/(?<=commit |\[\w+ )[0-9a-f]{7,12}\b/g, (hash) => "4f1c9e27a8d0".slice(0, hash.length));
}
