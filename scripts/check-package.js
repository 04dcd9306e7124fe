// Packs the package, checks the tarball, installs it into an empty folder and uses it from there.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureParts } from "./measure/package-parts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "emend-package-"));
const run = (command, args, options = {}) =>
  execFileSync(command, args, { encoding: "utf8", stdio: ["pipe", "pipe", "inherit"], ...options });
const check = (what, holds) => {
  if (!holds) throw new Error(`the package is broken: ${what}`);
  console.log(`ok  ${what}`);
};

/** Required by CycloneDX 1.6, and complete: the packages whose licences are shipped and the dependencies of the manifest. */
function checkSbom(
  { bomFormat, specVersion, serialNumber, version, metadata, components, dependencies },
  manifest,
) {
  const refs = components.map((component) => component["bom-ref"]);
  check(
    "its bill of materials is CycloneDX 1.6",
    bomFormat === "CycloneDX" && specVersion === "1.6" && version === 1,
  );
  check(
    "the bill has a serial number",
    /^urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(serialNumber),
  );
  check(
    "every component of the bill has a type, a name and a package URL of its own",
    components.every(
      ({ type, name, purl }) => type === "library" && name !== "" && purl.startsWith("pkg:"),
    ) && new Set(refs).size === refs.length,
  );
  check(
    "the bill's dependencies refer to its components",
    dependencies.every(({ ref, dependsOn = [] }) =>
      [ref, ...dependsOn].every((each) => refs.includes(each) || each === metadata.component["bom-ref"]),
    ),
  );
  const licences = readFileSync(join(work, "node_modules/emend/dist/third-party-licences.txt"), "utf8");
  const titles = [...licences.matchAll(/^(?<name>\S+) (?<version>\d+\.\d+\.\S+) \(.+\)$/gm)];
  const shipped = titles.map(({ groups }) => `pkg:npm/${groups.name.replace("@", "%40")}@${groups.version}`);
  check(
    `the bill lists all ${shipped.length} packages whose licences are shipped`,
    shipped.length > 50 && shipped.every((purl) => refs.includes(purl)),
  );
  check(
    "the bill lists every dependency of the manifest",
    Object.keys(manifest.dependencies).every((name) =>
      components.some(({ group, name: own }) => (group === undefined ? own : `${group}/${own}`) === name),
    ),
  );
}

/** What npm would say on publishing, except about logging in, which a dry run needs not, and this machine's own settings. */
function publishWarnings(tarball) {
  const { status, stderr } = spawnSync("npm", ["publish", tarball, "--dry-run", "--ignore-scripts"], {
    cwd: work,
    encoding: "utf8",
  });
  const warnings = stderr
    .split("\n")
    .filter(
      (line) =>
        /^npm (?:warn|error)/.test(line) && !/requires you to be logged in|Unknown \w+ config/.test(line),
    );
  return status === 0 ? warnings : [`exit code ${status}`, ...warnings];
}

try {
  const [{ filename, files }] = JSON.parse(
    run("npm", ["pack", "--json", "--pack-destination", work], { cwd: root }),
  );
  const tarball = join(work, filename);
  check(
    "it contains no tests and no sources",
    !files.some(({ path }) => /\.test\.|^src\/|^test\//.test(path)),
  );
  for (const { part, packedKib, unpackedKib, mostKib } of measureParts(root, files))
    check(
      `${part}: ${packedKib} KiB packed of ${mostKib} allowed, ${unpackedKib} KiB unpacked`,
      packedKib <= mostKib,
    );
  check(
    "it contains no source maps, and no pictures but those of the documentation",
    !files.some(
      ({ path }) =>
        path.endsWith(".map") ||
        (/\.(?:png|jpe?g|gif|webp)$/.test(path) && !path.startsWith("dist/docs-site/")),
    ),
  );
  const warnings = publishWarnings(tarball);
  check(
    `npm publish has nothing to warn of${warnings.map((line) => `\n  ${line}`).join("")}`,
    warnings.length === 0,
  );
  run("npx", ["--no", "publint", "run", tarball, "--strict"], { cwd: root, stdio: "inherit" });
  run("npx", ["--no", "attw", tarball, "--profile", "esm-only"], { cwd: root, stdio: "inherit" });

  writeFileSync(join(work, "package.json"), '{ "name": "stranger", "private": true, "type": "module" }');
  run("npm", ["install", "--no-audit", "--no-fund", tarball], { cwd: work, stdio: "inherit" });

  const installed = readdirSync(join(work, "node_modules"), { recursive: true, encoding: "utf8" });
  check("the documentation is in it", installed.includes(join("emend", "dist", "docs-site", "index.html")));
  check("nothing in it needs a compiler", !installed.some((name) => name.endsWith("binding.gyp")));

  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  checkSbom(JSON.parse(readFileSync(join(work, "node_modules/emend/dist/sbom.cdx.json"), "utf8")), manifest);
  const emend = (args, options) => run("npx", ["--no", "--", "emend", ...args], { cwd: work, ...options });
  check("the command prints its version", emend(["--version"]).trim() === manifest.version);

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
  const library = `import { openEmend } from "emend";
    const emend = await openEmend({ store: "library.db" });
    const { items } = await emend.rules.list({ limit: 1 });
    await emend.close();
    if (items.length !== 0) process.exit(1);`;
  run(process.execPath, ["--input-type=module", "-e", library], { cwd: work });
  check("the library opens a store", true);
  console.log(`${filename}: ${files.length} files`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
