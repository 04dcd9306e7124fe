import { ruleLines, type RuleLine } from "../../core/correction/rule-lines.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";

/** Files that agents read as instructions. */
const INSTRUCTION_FILES = [
  "AGENTS.md",
  "CLAUDE.md",
  ".claude/CLAUDE.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
  ".github/copilot-instructions.md",
];
const INSTRUCTION_FOLDERS = [".cursor/rules", ".claude/rules"];

export async function readInstructions(files: ProjectFiles): Promise<readonly RuleLine[]> {
  const listed = await Promise.all(
    INSTRUCTION_FOLDERS.map(async (folder) =>
      (await files.list(folder)).filter((name) => /\.mdc?$/.test(name)).map((name) => `${folder}/${name}`),
    ),
  );
  const lines = [];
  for (const path of [...INSTRUCTION_FILES, ...listed.flat()]) {
    // A file that cannot be read is not an instruction that could be followed.
    const file = await files.read(path).catch(() => undefined);
    if (file !== undefined) lines.push(...ruleLines(file.text, path));
  }
  return lines;
}
