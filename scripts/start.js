// `npm start`: builds what is missing or older than its sources, then shows what Emend does.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function newestIn(folder) {
  return Math.max(
    ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
      (name) => statSync(`${folder}/${name}`).mtimeMs,
    ),
  );
}

function isBuilt() {
  const built = statSync(`${root}dist/bin.js`, { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs >= newestIn(`${root}src`);
}

if (!isBuilt()) {
  console.log("Building …");
  execFileSync(process.execPath, [`${root}scripts/build.js`], { stdio: "inherit" });
}
process.exitCode =
  spawnSync(process.execPath, [`${root}examples/first-minute/run.js`], { stdio: "inherit" }).status ?? 1;
