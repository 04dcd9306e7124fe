// npm run changeset -- minor "What users will notice."   notes a change for the next release
// npm run release                                         raises the version, writes CHANGELOG.md, commits and tags
// npm run release -- --dry-run                            prints what it would write
// npm run release:files                                   fills release/ with what a GitHub release carries
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  formatChangeset,
  isBump,
  parseChangeset,
  planRelease,
  releaseNotes,
} from "./release/plan-release.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const CHANGESETS = `${root}.changeset`;
const read = (name: string): string => readFileSync(`${root}${name}`, "utf8");
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
const readVersion = (): string => (JSON.parse(read("package.json")) as { readonly version: string }).version;

function addChangeset(bump: string | undefined, text: string): void {
  if (!isBump(bump) || text.trim() === "")
    throw new Error('expected npm run changeset -- major|minor|patch "What users will notice."');
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const path = `.changeset/${words.slice(0, 6).join("-")}.md`;
  writeFileSync(`${root}${path}`, formatChangeset({ bump, text }), { flag: "wx" });
  console.log(`${path}: edit it if one sentence is not enough, and commit it with the change`);
}

function release(isDryRun: boolean): void {
  if (!isDryRun && run("git", "status", "--porcelain") !== "")
    throw new Error("the working tree has changes: commit or stash them first");
  const names = readdirSync(CHANGESETS).filter((name) => name.endsWith(".md") && name !== "README.md");
  const old = readVersion();
  const { version, changelog } = planRelease({
    version: old,
    isTagged: run("git", "tag", "--list", `v${old}`) !== "",
    changelog: read("CHANGELOG.md"),
    changesets: names.toSorted().map((name) => parseChangeset(name, read(`.changeset/${name}`))),
    date: new Date().toISOString().slice(0, 10),
  });
  if (isDryRun) {
    console.log(`v${version}\n\n${releaseNotes(changelog, version)}`);
    return;
  }
  if (version !== old) run("npm", "version", version, "--no-git-tag-version");
  writeFileSync(`${root}CHANGELOG.md`, changelog);
  for (const name of names) rmSync(`${CHANGESETS}/${name}`);
  run("git", "commit", "--all", "--message", `Release v${version}`);
  run("git", "tag", "--annotate", `v${version}`, "--message", `Emend ${version}`);
  console.log(`v${version} is committed and tagged. Publish it with: git push --follow-tags`);
}

function writeReleaseFiles(): void {
  const version = readVersion();
  const tag = process.env["TAG"] ?? `v${version}`;
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, but package.json says ${version}`);
  rmSync(`${root}release`, { recursive: true, force: true });
  mkdirSync(`${root}release`);
  run("npm", "pack", "--pack-destination", "release");
  copyFileSync(`${root}dist/sbom.cdx.json`, `${root}release/emend-${version}.cdx.json`);
  const sums = readdirSync(`${root}release`).map((name) => {
    const sum = createHash("sha256")
      .update(readFileSync(`${root}release/${name}`))
      .digest("hex");
    return `${sum}  ${name}\n`;
  });
  writeFileSync(`${root}release/SHA256SUMS`, sums.join(""));
  writeFileSync(`${root}release/notes.md`, releaseNotes(read("CHANGELOG.md"), version));
  console.log(`release/: ${readdirSync(`${root}release`).join(", ")}`);
}

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === "changeset") addChangeset(rest[0], rest.slice(1).join(" "));
  else if (command === "files") writeReleaseFiles();
  else release(command === "--dry-run");
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
