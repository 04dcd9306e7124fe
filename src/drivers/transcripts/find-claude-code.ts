import { join } from "node:path";
import { textOf, parseJson } from "../../core/json/json.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { Findings, forEachOf, type Search } from "./findings.ts";

/** Claude Code cuts a longer name and adds a hash, which depends on its runtime. */
const MAX_NAME = 200;
const HEAD_BYTES = 64 * 1024;
const CWD = /"cwd":("(?:[^"\\]|\\.)*")/g;

const nameOf = (folder: string): string => folder.normalize("NFC").replace(/[^a-zA-Z0-9]/g, "-");

/** `projects/<folder>/<session>.jsonl`. A subagent's sessions are `agent-*.jsonl`, or deeper. */
export async function findClaudeCode(search: Search): Promise<readonly FoundTranscripts[]> {
  const { env, home, scope } = search;
  const place = join(env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "projects");
  const found = new Findings(search, "claude-code", place);
  const names = scope.folders.map(nameOf);
  const isNamed = (name: string): boolean =>
    names.some((own) => name === own || name.startsWith(`${own.slice(0, MAX_NAME)}-`));
  for (const project of await found.list(place)) {
    if (!project.isFolder || !isNamed(project.name)) continue;
    const sessions = (await found.list(project.path)).filter(
      ({ name, isFolder }) => !isFolder && name.endsWith(".jsonl") && !name.startsWith("agent-"),
    );
    await forEachOf(sessions, async ({ path }) => {
      const head = await found.head(path, HEAD_BYTES);
      if (head === undefined) return;
      // The name is ambiguous: `/a/b-c` and `/a/b/c` have the same.
      const folders = [...head.matchAll(CWD)].map(([, text]) => textOf(parseJson(text)));
      const isOurs = folders.length === 0 ? names.includes(project.name) : folders.some(scope.holds);
      if (isOurs) await found.add(path);
    });
  }
  return found.result();
}
