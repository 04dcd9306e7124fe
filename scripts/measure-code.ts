/**
 * Prints how large the code is and how it hangs together: files and lines by room, rooms in cycles, exported names that
 * stand in several files, and how many files one correction, one review and one hook event run through.
 *
 *   node scripts/measure-code.ts                    this working tree
 *   node scripts/measure-code.ts --at 06f0a9e       this working tree beside an earlier commit
 *   node scripts/measure-code.ts --files            also the files that each walk runs through
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureTree, type TreeFigures } from "./measure/measure-tree.ts";
import { traceWalks, type Walk } from "./measure/trace-walks.ts";

interface Figures extends TreeFigures {
  readonly walks: readonly Walk[];
}

const { values } = parseArgs({ options: { at: { type: "string" }, files: { type: "boolean" } } });
const now = await measure(resolve("."));
const before = values.at === undefined ? undefined : await measureCommit(values.at);
print(now, before);

async function measure(root: string): Promise<Figures> {
  return { ...measureTree(root), walks: await traceWalks(root) };
}

async function measureCommit(commit: string): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "emend-measure-"));
  const tree = join(folder, "tree");
  try {
    execFileSync("git", ["worktree", "add", "--quiet", "--detach", tree, commit]);
    symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
    return await measure(tree);
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", tree]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(current: Figures, earlier: Figures | undefined): void {
  const row = (name: string, pick: (figures: Figures) => string | number): void => {
    const columns = earlier === undefined ? [pick(current)] : [pick(earlier), pick(current)];
    console.log(`${name.padEnd(44)}${columns.map((column) => String(column).padStart(24)).join("")}`);
  };
  if (earlier !== undefined) console.log(`${"".padEnd(44)}${"before".padStart(24)}${"now".padStart(24)}`);
  const rooms = new Set([...(earlier?.rooms.keys() ?? []), ...current.rooms.keys()]);
  console.log("files, lines of code, lines of tests");
  for (const room of [...rooms].toSorted()) {
    row(`  ${room}`, ({ rooms: all }) => {
      const size = all.get(room);
      return size === undefined ? "–" : `${size.files}  ${size.code}  ${size.tests}`;
    });
  }
  row("src in all", ({ total }) => `${total.files}  ${total.code}  ${total.tests}`);
  row("lines of a file: median, 95th percentile", ({ median, p95 }) => `${median}, ${p95}`);
  row("core rooms in import cycles", ({ cycles }) => cycles.flat().length);
  row("exported names in several files", ({ repeated }) => repeated.length);
  console.log("files of src that run");
  for (const { name } of current.walks) {
    row(`  ${name}`, ({ walks }) => walks.find((walk) => walk.name === name)?.files.length ?? "–");
  }
  for (const cycle of current.cycles) console.log(`cycle: ${cycle.join(", ")}`);
  if (current.repeated.length > 0) console.log(`in several files: ${current.repeated.join(", ")}`);
  if (values.files !== true) return;
  for (const { name, files } of current.walks) console.log(`\n${name}\n  ${files.join("\n  ")}`);
}
