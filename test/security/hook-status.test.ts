import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bash, FAILING_TESTS, loadHook } from "../hook-session.ts";
import { type CliRun, runCli } from "../run-cli.ts";
import { withStore } from "../with-store.ts";
import { readAll } from "../contract/read-all.ts";
import { PLANTED_WORDS, plantSpool } from "./hostile-files.ts";

let folder: string;
beforeAll(loadHook);
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "emend-status-")));
  for (const name of ["a", "b"]) mkdirSync(join(folder, name, ".git"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const AWAY = { EMEND_SERVER_URL: "http://user:secret@127.0.0.1:9/team", EMEND_SERVER_TOKEN: "emt_1" };
const run = (
  project: string,
  args: readonly string[],
  options: { env?: Record<string, string>; stdin?: string } = {},
): Promise<CliRun> =>
  runCli(["hook", ...args], {
    cwd: join(folder, project),
    env: { HOME: join(folder, "home"), ...options.env },
    stdin: options.stdin ?? "",
  });
const hear = (project: string, env: Record<string, string> = {}): Promise<CliRun> =>
  run(project, [], {
    env,
    stdin: JSON.stringify({
      session_id: "s-1",
      cwd: join(folder, project),
      ...bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` }),
    }),
  });

describe("15.4 emend hook --status", () => {
  it("15.4 says why nothing is kept if others may enter the user's folder", async () => {
    mkdirSync(join(folder, "home/.local/state/emend"), { recursive: true, mode: 0o755 });
    await hear("a");
    const { stdout } = await run("a", ["--status"]);
    expect(stdout).toMatch(/^cannot store anything: .*accessible to others.*chmod 700/);
  });

  it("15.4 names what waits in every project of the user, for whom, since when and why", async () => {
    await hear("a", AWAY);
    await run("a", ["--deliver"], { env: AWAY });
    await hear("b");
    const status = JSON.parse((await run("b", ["--status", "--json"])).stdout) as object;
    expect(status).toMatchObject({
      project: join(folder, "b"),
      destination: join(folder, "b/.emend/emend.db"),
      waiting: 1,
      oldest: "2026-11-15T12:00:00.000Z",
      why: expect.stringContaining("not tried yet") as string,
      others: [
        {
          project: join(folder, "a"),
          destination: "http://127.0.0.1:9/team",
          waiting: 1,
          oldest: "2026-11-15T12:00:00.000Z",
          why: expect.stringContaining("[server_away], last tried at 2026-11-15T12:00:00.000Z") as string,
        },
      ],
    });
    const { stdout } = await run("b", ["--status"]);
    expect(stdout).toContain(
      `project: ${join(folder, "a")}\nwaiting: 1, the oldest since 2026-11-15T12:00:00.000Z`,
    );
    expect(stdout).not.toContain("secret");
  });

  it("15.4 what was recorded for one destination is not delivered to another", async () => {
    await hear("a", AWAY);
    expect((await run("a", ["--deliver"])).stdout).toBe("0 recorded\n");
    expect((await run("a", ["--status"])).stdout).toContain("for: http://127.0.0.1:9/team");
  });

  it("15.4 what was recorded while the settings could not be read goes to the destination that they name later", async () => {
    await hear("a", { EMEND_SERVER_PORT: "no number" });
    expect((await run("a", ["--status"])).stdout).toContain("the settings could not be read");
    expect((await run("a", ["--deliver"])).stdout).toBe("1 recorded\n");
  });

  it("15.4 a project that was moved can take over what waits for it", async () => {
    await hear("a");
    renameSync(join(folder, "a"), join(folder, "moved"));
    const { others } = JSON.parse((await run("moved", ["--status", "--json"])).stdout) as {
      others: [{ spool: string; why: string }];
    };
    expect(others[0].why).toContain("the project's folder is gone");
    const taken = await run("moved", ["--take", others[0].spool, "--yes"]);
    expect(taken.stdout).toContain("1 imported");
    expect((await run("moved", ["--deliver"])).stdout).toBe("1 recorded\n");
    expect((await run("moved", ["--status"])).stdout).not.toContain("project:");
  });
});

describe("15.2 a spool in the repository", () => {
  it("15.2 is mentioned, shown, and taken over only if the user says so", async () => {
    plantSpool(join(folder, "a"));
    expect((await run("a", ["--status"])).stdout).toContain("they are not delivered");
    const asked = await run("a", ["--take", ".emend/spool"]);
    expect(asked.stdout).toContain(`ada (person) on claude-code: ${PLANTED_WORDS}`);
    expect(asked.stderr).toContain("nothing was imported");
    expect((await run("a", ["--deliver"])).stdout).toBe("0 recorded\n");
    expect((await run("a", ["--take", ".emend/spool", "--yes"])).stdout).toContain("1 imported");
    expect((await run("a", ["--deliver"])).stdout).toBe("1 recorded\n");
    const records = await withStore(join(folder, "a"), (store) => readAll(store.feedback));
    expect(records.map(({ comment }) => comment)).toEqual([PLANTED_WORDS]);
    // Nothing is deleted in the repository.
    expect(readdirSync(join(folder, "a/.emend/spool")).length).toBe(2);
  });
});
