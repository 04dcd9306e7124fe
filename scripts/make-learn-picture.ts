// Draws docs/pictures/learn.png: the report of `emend learn --html` on the invented history of examples/learn.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "emend-picture-"));
try {
  execFileSync(process.execPath, [join(here, "examples/learn/make-history.js"), folder]);
  const home = join(folder, "home");
  const page = join(folder, "report.html");
  execFileSync(process.execPath, [join(here, "src/cli/bin.ts"), "learn", "--yes", "--html", page], {
    cwd: join(home, "shop"),
    env: { PATH: process.env["PATH"], HOME: home, USER: "ana" },
    stdio: "ignore",
  });
  execFileSync(
    "chromium",
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--window-size=960,760",
      `--screenshot=${join(here, "docs/pictures/learn.png")}`,
      `file://${page}`,
    ],
    { stdio: "ignore" },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
