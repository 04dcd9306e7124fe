import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BUILT_BIN } from "../bin.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-demo-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Serves the demo until the link is printed, asks for one thing as the visitor, and stops it. */
async function visit(): Promise<{ readonly said: string; readonly waiting: number }> {
  const child = spawn(process.execPath, [BUILT_BIN, "demo", "--serve", "--days", "7", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let [said, heard] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => (heard += text));
  const link = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /http:\S+\/login\?link=\S+/.exec(said);
      if (found !== null) resolve(found[0]);
    });
    void ended.then(() => reject(new Error(heard)));
  });
  const { origin, searchParams } = new URL(link);
  const body = new URLSearchParams({ link: searchParams.get("link")! });
  const entered = await fetch(`${origin}/login`, { method: "POST", body, redirect: "manual" });
  const cookie = entered.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const counts = await fetch(new URL("/api/v1/submissions/counts", link), { headers: { cookie } });
  const { waiting } = (await counts.json()) as { readonly waiting: number };
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  return { said, waiting };
}

describe("emend demo --serve", () => {
  it("makes the demo once, and lets a browser in by the link", async () => {
    const first = await visit();
    expect(first.said).toContain("Made 7 days of work in .emend-demo/emend.db");
    expect(first.waiting).toBe(9);
    expect(existsSync(join(folder, ".emend-demo", "emend.yaml"))).toBe(true);
    const again = await visit();
    expect(again.said).not.toContain("Made");
    expect(again.waiting).toBe(9);
  });
});
