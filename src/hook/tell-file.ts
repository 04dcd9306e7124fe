import { defined } from "../core/defined.ts";
import { projectPath } from "../core/change/project-path.ts";
import type { HookEvent } from "./hook-event.ts";
import type { HookParts } from "./hook-parts.ts";
import { fileText } from "./known-texts.ts";
import { type HookAnswer, takesContext } from "./render-answer.ts";
import { remember } from "./remember.ts";
import { readMemory, type SessionMemory } from "./session-memory.ts";

/** What the agent got wrong in a file before, and the rules for it; once for each file and session. */
export async function tellFile(event: HookEvent, path: string, parts: HookParts): Promise<HookAnswer> {
  const { place, agent } = parts;
  const file = projectPath(path, { root: place.root, folder: event.folders[0] });
  if (file === undefined) return {};
  const before = readMemory(place.memory, event.session);
  if (before.turnOver || before.touched.at(-1) !== file)
    remember(parts, event.session, (memory) => touching(memory, file));
  if (!takesContext(event) || before.files.includes(file)) return {};
  const knowledge = await parts.knowledge();
  const files = [file];
  const [known, corrections, inForce] = await Promise.all([
    knowledge.mistakes({ agent, files }),
    knowledge.reminders({ agent, files, about: before.task }),
    knowledge.rules({ agent, files }),
  ]);
  const mistakes = known.filter(({ here }) => here !== "same_extension");
  const reminders = corrections.filter(
    ({ here, feedback_id }) =>
      here === "same_file" ||
      here === "same_folder" ||
      (here === "same_work" && !before.reminded.includes(feedback_id)),
  );
  const rules = inForce.filter(
    // Those for every file were told when the session began.
    ({ paths }) => paths.length > 0 || !before.rulesTold,
  );
  const { context, reminded } = fileText(file, { mistakes, rules, reminders });
  remember(parts, event.session, (memory) => ({
    ...memory,
    files: [...memory.files, file],
    reminded: [...new Set([...memory.reminded, ...reminded])],
  }));
  return defined({ context });
}

/** What the person says next may be about this file. */
const touching = (memory: SessionMemory, file: string): SessionMemory => ({
  ...memory,
  turnOver: false,
  touched: [...(memory.turnOver ? [] : memory.touched.filter((each) => each !== file)), file],
});
