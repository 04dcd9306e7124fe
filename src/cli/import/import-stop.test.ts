import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SOURCE_BIN } from "../../../test/bin.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-import-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("emend import, stopped by a supervisor", () => {
  it("says how to go on, and ends in order", async () => {
    const child = spawn(process.execPath, [SOURCE_BIN, "import", "-", "--json"], { cwd: folder });
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
    const ended = once(child, "exit");
    child.stdin.write('{"id":"1","agent":"rio","outcome":"rejected","comment":"Close it."}\n');
    while (!existsSync(join(folder, ".emend/emend.db")) && child.exitCode === null) await wait(20);
    child.kill("SIGTERM");
    expect(await ended).toEqual([3, null]);
    expect(await stderr).toContain("[interrupted]");
    expect(JSON.parse(await stdout)).toMatchObject({ interrupted: true });
  });
});
