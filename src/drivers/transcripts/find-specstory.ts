import { join } from "node:path";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { Findings, type Search } from "./findings.ts";
import { SPECSTORY_FOLDER, staysInside } from "./inside-root.ts";

export async function findSpecStory(search: Search): Promise<readonly FoundTranscripts[]> {
  const place = join(search.scope.root, SPECSTORY_FOLDER);
  const found = new Findings(search, "specstory", place);
  if (!(await staysInside(search, found, place))) return found.result();
  for (const { name, path, isFolder } of await found.list(place)) {
    const isSession = !isFolder && name.endsWith(".md");
    if (isSession && (await staysInside(search, found, path))) await found.add(path);
  }
  return found.result();
}
