import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { SOURCE_BIN } from "../../../test/bin.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-serve-"));
const taken = createServer().listen(0, "127.0.0.1");
afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a port that is taken ends the process, and the first token is kept for the next start", async () => {
  if (!taken.listening) await once(taken, "listening");
  const port = String((taken.address() as AddressInfo).port);
  const child = spawn(process.execPath, [SOURCE_BIN, "serve", "--port", port], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBe(3);
  expect(said).toBe(
    `emend: cannot listen on 127.0.0.1:${port}: the port is in use; choose another with --port, or 0 for a free one [port_taken]\n`,
  );
  expect((await runCli(["tokens", "list"], { cwd: folder })).stderr).toContain("there are no tokens");
});
