import { createHash } from "node:crypto";
import { join } from "node:path";
import { objectOf, textOf } from "../../core/json/json.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { Findings, type Search } from "./findings.ts";

const SESSION = /^session-.*\.jsonl?$/;
const MARKER_BYTES = 16 * 1024;

/**
 * `tmp/<project>/chats/session-*`. The project's folder is the hash of its path, and in newer versions a short name that
 * `projects.json` and a file in the folder map to the path.
 */
export async function findGemini(search: Search): Promise<readonly FoundTranscripts[]> {
  const { env, scope } = search;
  const home = join(env["GEMINI_CLI_HOME"] || search.home, ".gemini");
  const place = join(home, "tmp");
  const found = new Findings(search, "gemini", place);
  const registry = objectOf((await found.json(join(home, "projects.json")))?.["projects"]);
  const names = new Set([
    ...scope.folders.map((folder) => createHash("sha256").update(folder).digest("hex")),
    ...Object.entries(registry)
      .filter(([folder]) => scope.holds(folder))
      .map(([, name]) => textOf(name) ?? ""),
  ]);
  for (const project of await found.list(place)) {
    if (!project.isFolder) continue;
    const owner = (await found.head(join(project.path, ".project_root"), MARKER_BYTES))?.trim();
    const isOurs = owner === undefined ? names.has(project.name) : scope.holds(owner);
    if (!isOurs) continue;
    // A subagent's sessions are in folders of their own.
    const chats = await found.list(join(project.path, "chats"));
    for (const { name, path, isFolder } of chats) if (!isFolder && SESSION.test(name)) await found.add(path);
  }
  return found.result();
}
