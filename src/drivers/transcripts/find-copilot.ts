import { join } from "node:path";
import { fieldOf, textOf, parseJson } from "../../core/json/json.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { type Entry, Findings, forEachOf, type Search } from "./findings.ts";

const HEAD_BYTES = 64 * 1024;
const YAML_BYTES = 16 * 1024;

/** `session-state/<session>/events.jsonl`, and `session-state/<session>.jsonl` in older versions. */
export async function findCopilot(search: Search): Promise<readonly FoundTranscripts[]> {
  const place = join(search.env["COPILOT_HOME"] || join(search.home, ".copilot"), "session-state");
  const found = new Findings(search, "copilot", place);
  await forEachOf(await found.list(place), async (entry) => {
    if (entry.isFolder) await addSession(search, found, entry);
    else if (entry.name.endsWith(".jsonl")) {
      const folders = foldersIn(await found.head(entry.path, HEAD_BYTES));
      if (folders.some(search.scope.holds)) await found.add(entry.path);
    }
  });
  return found.result();
}

async function addSession(search: Search, found: Findings, { path }: Entry): Promise<void> {
  const events = join(path, "events.jsonl");
  const head = await found.head(events, HEAD_BYTES);
  if (head === undefined) return;
  const told = foldersIn(head);
  // Older versions do not write the folder into the events.
  const folders =
    told.length > 0 ? told : yamlFolders(await found.head(join(path, "workspace.yaml"), YAML_BYTES));
  if (folders.some(search.scope.holds)) await found.add(events);
}

function foldersIn(head = ""): readonly (string | undefined)[] {
  const events = head.split("\n").map(parseJson);
  return events
    .filter((event) => /^session\.(?:start|resume)$/.test(textOf(fieldOf(event, "type")) ?? ""))
    .flatMap((event) => ["cwd", "gitRoot"].map((name) => textOf(fieldOf(event, "data", "context", name))))
    .filter((folder) => folder !== undefined);
}

const yamlFolders = (text = ""): readonly string[] =>
  [...text.matchAll(/^(?:cwd|git_root): *["']?([^\s"'][^"'\n]*)["']?$/gm)].map(([, folder]) =>
    folder!.trim(),
  );
