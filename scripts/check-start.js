// Starts `npm start` on a free port in an empty folder, asks whether it is ready, and stops it as Ctrl-C does.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("start.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "emend-start-"));
const server = spawn(process.execPath, [script, "--port", "0"], { cwd: folder });
const ended = new Promise((resolve) => server.once("exit", resolve));
try {
  let said = "";
  server.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  const url = await new Promise((resolve, reject) => {
    let heard = "";
    server.stderr.setEncoding("utf8").on("data", (text) => {
      heard += text;
      const found = /emend: (http:\S+) on/.exec(heard);
      if (found !== null) resolve(found[1]);
    });
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${heard}`)));
  });
  const [ready, page] = await Promise.all([
    fetch(`${url}/readyz`),
    fetch(url, { headers: { accept: "text/html" } }),
  ]);
  if (!ready.ok || !(await page.text()).includes("<title>Emend</title>"))
    throw new Error("the server is not ready");
  if (!/emd_\S+/.test(said) || !said.includes("/login?link="))
    throw new Error(`no token and link in ${said}`);
  console.log(`${url} answered; its page, token and login link are there`);
} finally {
  server.kill("SIGTERM");
}
const code = await ended;
rmSync(folder, { recursive: true, force: true });
if (code !== 0) throw new Error(`expected the server to end with 0, and not with ${code}`);
