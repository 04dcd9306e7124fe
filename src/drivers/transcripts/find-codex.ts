import { join } from "node:path";
import { fieldOf, textOf, parseJson } from "../../core/json/json.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { type Entry, Findings, forEachOf, type Search } from "./findings.ts";
import { canDecompress } from "./regular-file.ts";

const ROLLOUT = /^rollout-.*\.jsonl(?:\.zst)?$/;
const FIRST_LINE_BYTES = 64 * 1024;
/** The first line has the instructions of the session. */
const MAX_FIRST_LINE_BYTES = 1024 * 1024;
/** `<year>/<month>/<day>`. */
const DEPTH = 3;

export async function findCodex(search: Search): Promise<readonly FoundTranscripts[]> {
  const home = search.env["CODEX_HOME"] || join(search.home, ".codex");
  const found = await Promise.all(
    ["sessions", "archived_sessions"].map((name) => findIn(search, join(home, name))),
  );
  return found.flat();
}

async function findIn(search: Search, place: string): Promise<readonly FoundTranscripts[]> {
  const found = new Findings(search, "codex", place);
  const files = (await found.walk(place, DEPTH)).filter(({ name }) => ROLLOUT.test(name));
  const paths = new Set(files.map(({ path }) => path));
  await forEachOf(files, async ({ path }: Entry) => {
    // Codex compresses a session and then deletes the original, so for a moment both exist.
    if (path.endsWith(".zst") && paths.has(path.slice(0, -4))) return;
    if (path.endsWith(".zst") && !canDecompress) {
      found.trouble(path, "compressed, which needs Node.js 22.15 or later");
      return;
    }
    if (search.scope.holds(await folderOf(found, path))) await found.add(path);
  });
  return found.result();
}

async function folderOf(found: Findings, path: string): Promise<string | undefined> {
  for (const bytes of [FIRST_LINE_BYTES, MAX_FIRST_LINE_BYTES]) {
    const head = await found.head(path, bytes);
    if (head === undefined) return undefined;
    const [line = ""] = head.split("\n", 1);
    const meta = parseJson(line);
    if (meta !== undefined) return textOf(fieldOf(meta, "payload", "cwd"));
    if (line.length < head.length || head.length < FIRST_LINE_BYTES / 4) return undefined;
  }
  return undefined;
}
