// npm start            builds what changed, then runs `emend serve`, which gets all options
// npm start -- --demo  runs `emend demo --serve` instead, which first creates a demo store if there is none
import { execFileSync, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
execFileSync(process.execPath, [`${root}scripts/build.js`, "--changed"], { stdio: "inherit" });

const args = process.argv.slice(2);
const command = args.includes("--demo") ? ["demo", "--serve"] : ["serve"];
const options = args.filter((option) => option !== "--demo");
const server = spawn(process.execPath, [`${root}dist/bin.js`, ...command, ...options], { stdio: "inherit" });
// Ctrl-C also reaches the server, which finishes its work first. We exit when it does.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 0);
});
