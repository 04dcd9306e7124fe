// Packs the package, checks the tarball, installs it into an empty folder and uses it as a stranger would.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "emend-package-"));
const run = (command, args, options = {}) =>
  execFileSync(command, args, { encoding: "utf8", stdio: ["pipe", "pipe", "inherit"], ...options });
const check = (what, holds) => {
  if (!holds) throw new Error(`the package is broken: ${what}`);
  console.log(`ok  ${what}`);
};

try {
  const [{ filename, files }] = JSON.parse(
    run("npm", ["pack", "--json", "--pack-destination", work], { cwd: root }),
  );
  const tarball = join(work, filename);
  check("it holds no tests and no sources", !files.some(({ path }) => /\.test\.|^src\/|^test\//.test(path)));
  run("npx", ["--no", "publint", "run", tarball, "--strict"], { cwd: root, stdio: "inherit" });
  run("npx", ["--no", "attw", tarball, "--profile", "esm-only"], { cwd: root, stdio: "inherit" });

  writeFileSync(join(work, "package.json"), '{ "name": "stranger", "private": true, "type": "module" }');
  run("npm", ["install", "--no-audit", "--no-fund", tarball], { cwd: work, stdio: "inherit" });

  const installed = readdirSync(join(work, "node_modules"), { recursive: true, encoding: "utf8" });
  check(
    "nothing that it brings asks for a compiler",
    !installed.some((name) => name.endsWith("binding.gyp")),
  );

  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const emend = (args, options) => run("npx", ["--no", "--", "emend", ...args], { cwd: work, ...options });
  check("the command tells its version", emend(["--version"]).trim() === manifest.version);

  const answer = JSON.stringify({
    schema_version: "1.0",
    prompt_version: "1.0",
    findings: [
      { id: "F1", severity: "low", category: "style", title: "t", file: "a.ts", line: 1, message: "m" },
    ],
  });
  const checked = JSON.parse(emend(["review", "check", "--json"], { input: `Sure!\n${answer}` }));
  check("the command checks a review", checked.result.findings[0].id === "F1");
  const decisions = join(root, "examples/first-rule/decisions.jsonl");
  emend(["import", decisions, "--store", join(work, "store.db")]);
  check(
    "the command keeps a store",
    emend(["patterns", "--store", join(work, "store.db"), "--json"]).includes("rio"),
  );
  check("the command writes a rejection", emend(["reject", "tests_failing"]).includes("<!-- REJECTION: "));
  check(
    "the command publishes the schema",
    JSON.parse(emend(["feedback", "schema"])).$schema.includes("2020-12"),
  );

  for (const subpath of Object.keys(manifest.exports).filter((name) => !name.endsWith(".json"))) {
    const name = `emend${subpath.slice(1)}`;
    const script = `import * as part from "${name}"; if (Object.keys(part).length === 0) process.exit(1);`;
    run(process.execPath, ["--input-type=module", "-e", script], { cwd: work });
    check(`import "${name}"`, true);
  }
  console.log(`${filename}: ${files.length} files`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
