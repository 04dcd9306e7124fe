// Starts `npm start` on a free port in an empty folder, asks whether it is ready, and stops it as Ctrl-C does.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "../examples/story.js";

const script = fileURLToPath(new URL("start.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "emend-start-"));
const server = startServer(script, ["--port", "0"], { cwd: folder });
let code;
try {
  const url = await server.ready;
  const [ready, page] = await Promise.all([
    fetch(`${url}/readyz`),
    fetch(url, { headers: { accept: "text/html" } }),
  ]);
  if (!ready.ok || !(await page.text()).includes("<title>Emend</title>"))
    throw new Error("the server is not ready");
  const said = server.said();
  if (/emd_\S+/.test(said) || !said.includes("/login?link="))
    throw new Error(`expected a login link and no token in ${said}`);
  console.log(`${url} answered; its page and login link are there`);
} finally {
  code = await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (code !== 0) throw new Error(`expected the server to end with 0, and not with ${code}`);
