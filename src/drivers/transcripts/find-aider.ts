import { join } from "node:path";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { Findings, type Search } from "./findings.ts";
import { AIDER_FILE, staysInside } from "./inside-root.ts";

export async function findAider(search: Search): Promise<readonly FoundTranscripts[]> {
  const path = join(search.scope.root, AIDER_FILE);
  const found = new Findings(search, "aider", path);
  if (await staysInside(search, found, path)) await found.add(path);
  return found.result();
}
