// Draws docs/pictures/sessions/*.svg: sessions in a terminal, from real runs of the built command (`npm run build`), and
// docs/pictures/learn.png, the page of `emend learn --html`, which needs Chromium.
// `node scripts/make-recordings.ts why` draws those whose name contains a text, `--print` prints them instead.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openChromium } from "../test/web/open-chromium.ts";
import { drawTerminal, plainSession } from "./recordings/draw-terminal.ts";
import { runSession } from "./recordings/run-session.ts";
import { SESSIONS } from "./recordings/sessions.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "docs/pictures/sessions");
const isPrinting = process.argv.includes("--print");
const only = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? "";

mkdirSync(target, { recursive: true });
for (const session of SESSIONS.filter(({ name }) => name.includes(only))) {
  const printed = runSession(session, root);
  if (isPrinting) console.log(`${plainSession(printed)}\n`);
  else writeFileSync(join(target, `${session.name}.svg`), drawTerminal(printed, session));
}
if (!isPrinting && "learn-page".includes(only)) await drawLearnPage();

async function drawLearnPage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "emend-picture-"));
  try {
    execFileSync(process.execPath, [join(root, "examples/learn/make-history.js"), folder]);
    const home = join(folder, "home");
    const report = join(folder, "report.html");
    execFileSync(process.execPath, [join(root, "dist/bin.js"), "learn", "--yes", "--html", report], {
      cwd: join(home, "shop"),
      env: { PATH: process.env["PATH"], HOME: home, USER: "ana" },
      stdio: "ignore",
    });
    const browser = await openChromium();
    const page = await browser.newPage({ viewport: { width: 960, height: 760 } });
    await page.goto(`file://${report}`);
    await page.screenshot({ path: join(root, "docs/pictures/learn.png") });
    await browser.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
