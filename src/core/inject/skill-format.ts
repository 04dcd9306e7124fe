import { SKILL_LIMIT } from "./file-limit.ts";
import type { FileFormat } from "./file-format.ts";
import { renderFrontmatter } from "./frontmatter.ts";
import { FILE_MARKER } from "./managed-file.ts";

/** Also the name of its folder: at most 64 small letters, digits and single hyphens. */
export const SKILL_NAME = "emend-rules";
/** What an agent sees before it decides to read on; at most 1,024 characters. */
export const SKILL_DESCRIPTION =
  "Rules that people approved after feedback on earlier work in this repository. Use before writing, changing or reviewing code or documents here, so that mistakes already corrected are not made again.";

/** A skill is read on demand and knows no paths. */
export const SKILL_FORMAT: FileFormat = {
  folder: `.claude/skills/${SKILL_NAME}`,
  isScoped: false,
  fileName: () => "SKILL.md",
  mayBeOurs: (name) => name === "SKILL.md",
  render: (_globs, body) =>
    [
      renderFrontmatter({ name: { bare: SKILL_NAME }, description: { bare: SKILL_DESCRIPTION } }),
      FILE_MARKER,
      "",
      `${body}\n`,
    ].join("\n"),
  limit: SKILL_LIMIT,
};
