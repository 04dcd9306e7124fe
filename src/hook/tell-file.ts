import { projectPath } from "../core/change/project-path.ts";
import type { HookEvent } from "./hook-event.ts";
import type { HookParts } from "./hook-parts.ts";
import { fileText } from "./known-texts.ts";
import { type HookAnswer, takesContext } from "./render-answer.ts";
import { remember } from "./remember.ts";
import { readMemory } from "./session-memory.ts";

/** What the agent got wrong in a file before, and the rules for it; once for each file and session. */
export async function tellFile(event: HookEvent, path: string, parts: HookParts): Promise<HookAnswer> {
  if (!takesContext(event)) return {};
  const { place, agent } = parts;
  const file = projectPath(path, { root: place.root, folder: event.folders[0] });
  if (file === undefined) return {};
  const before = readMemory(place.memory, event.session);
  if (before.files.includes(file)) return {};
  const knowledge = await parts.knowledge();
  const files = [file];
  const mistakes = (await knowledge.mistakes({ agent, files })).filter(
    ({ here }) => here !== "same_extension",
  );
  const rules = (await knowledge.rules({ agent, files })).filter(
    // Those for every file were told when the session began.
    ({ paths }) => paths.length > 0 || !before.rulesTold,
  );
  remember(parts, event.session, (memory) => ({ ...memory, files: [...memory.files, file] }));
  const context = fileText(file, mistakes, rules);
  return context === undefined ? {} : { context };
}
