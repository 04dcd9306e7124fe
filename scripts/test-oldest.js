// npm run test:oldest   runs the tests that depend on the runtime on the oldest Node.js that `engines` allows: pure
// code, the SQLite contract suites and the built command. Arguments replace that selection.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { engines } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const [oldest] = /\d+\.\d+\.\d+/.exec(engines.node);
const SELECTION = [
  "src/core",
  "src/app",
  "src/config",
  "test/contract/sqlite.test.ts",
  "test/e2e/command.test.ts",
  "test/e2e/loop.test.ts",
];
const files = process.argv.length > 2 ? process.argv.slice(2) : SELECTION;

const vitest = `node node_modules/vitest/vitest.mjs run --project unit --project built ${files.join(" ")}`;
console.log(`On Node.js ${oldest}:`);
execFileSync("npx", ["--yes", "--package", `node@${oldest}`, "--call", vitest], {
  cwd: root,
  stdio: "inherit",
  // This Node.js runs TypeScript only if asked to. Tests start the sources and the build script that way.
  env: { ...process.env, NODE_OPTIONS: "--experimental-strip-types --disable-warning=ExperimentalWarning" },
});
