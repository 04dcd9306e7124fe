import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addServe } from "../../src/cli/serve/serve.ts";
import { CliError } from "../../src/cli/cli-error.ts";
import { Command } from "commander";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-first-token-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: string;
}

/** Starts `emend serve` in this process, waits until it listens or fails, and stops it. */
async function start(args: readonly string[], isTTY: boolean): Promise<Started> {
  let [stdout, stderr] = ["", ""];
  let stop: () => void = () => undefined;
  const collect = (add: (text: string) => void) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        add(chunk.toString());
        done();
      },
    });
  const program = new Command("emend").exitOverride();
  addServe(program, {
    io: {
      stdin: Readable.from([]),
      stdout: Object.assign(
        collect((text) => (stdout += text)),
        { isTTY },
      ),
      stderr: collect((text) => {
        stderr += text;
        if (stderr.includes("stop with Ctrl-C")) stop();
      }),
      env: { HOME: folder },
      cwd: folder,
      now: () => new Date(),
    },
    finish: () => undefined,
    ports: {
      onStop: (stopped) => {
        stop = stopped;
        return () => undefined;
      },
    },
  });
  try {
    await program.parseAsync(["serve", "--port", "0", "--role", "server", ...args], { from: "user" });
    return { stdout, stderr };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { stdout, stderr, error: error.code };
  }
}

describe("the first administrator's token", () => {
  it("15.6 is in no output that may be a log, and the login link is", async () => {
    const { stdout, stderr } = await start([], false);
    expect(stdout + stderr).not.toMatch(/emd_/);
    expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/login\?link=\S+/);
    expect(stdout).toContain("--admin-token-file");
  });

  it("15.6 is printed on a terminal", async () => {
    expect((await start([], true)).stdout).toMatch(/emd_\S+/);
  });

  it("15.6 is written into a new file of its owner's, and then printed nowhere", async () => {
    const { stdout } = await start(["--admin-token-file", "token"], true);
    expect(stdout).not.toMatch(/emd_/);
    expect(readFileSync(join(folder, "token"), "utf8")).toMatch(/^emd_\S+\n$/);
    expect(statSync(join(folder, "token")).mode & 0o777).toBe(0o600);
    const again = await start(["--admin-token-file", "token"], true);
    expect(again).toMatchObject({ stdout: "" });
    expect(again.error).toBeUndefined();
  });

  it.each([
    { why: "there", plant: () => writeFileSync(join(folder, "token"), "mine") },
    { why: "a link", plant: () => symlinkSync(join(folder, "elsewhere"), join(folder, "token")) },
  ])("15.6 a file that is $why is not written, and no administrator is made", async ({ plant }) => {
    plant();
    expect((await start(["--admin-token-file", "token"], false)).error).toBe("token_file_exists");
    expect(existsSync(join(folder, "elsewhere"))).toBe(false);
    expect((await start(["--admin-token-file", "other"], false)).error).toBeUndefined();
    expect(readFileSync(join(folder, "other"), "utf8")).toMatch(/^emd_/);
  });
});
