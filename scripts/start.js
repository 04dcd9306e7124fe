// `npm start`: builds what is missing or older than its sources, then starts the server; options go to `emend serve`, and
// with `npm start -- --demo` to `emend demo --serve`, which makes a store with a history where there is none.
import { execFileSync, spawn } from "node:child_process";
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
  return (
    built !== undefined &&
    ["src", "web/src", "catalogue", "model"].every((folder) => built.mtimeMs >= newestIn(`${root}${folder}`))
  );
}

if (!isBuilt()) {
  console.log("Building …");
  execFileSync(process.execPath, [`${root}scripts/build.js`], { stdio: "inherit" });
}
const given = process.argv.slice(2);
const isDemo = given.includes("--demo");
const command = isDemo ? ["demo", "--serve"] : ["serve"];
const options = given.filter((option) => option !== "--demo");
const server = spawn(process.execPath, [`${root}dist/bin.js`, ...command, ...options], { stdio: "inherit" });
// Ctrl-C reaches the server by itself; it ends when its work in hand is done, and then so do we.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 0);
});
