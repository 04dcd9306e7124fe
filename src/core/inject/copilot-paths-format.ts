import { COPILOT_LIMIT } from "./file-limit.ts";
import type { FileFormat } from "./file-format.ts";
import { renderFrontmatter } from "./frontmatter.ts";
import { FILE_MARKER } from "./managed-file.ts";

/** Copilot's instructions for some paths: one text of globs with commas between them. */
export const COPILOT_PATHS_FORMAT: FileFormat = {
  folder: ".github/instructions",
  isScoped: true,
  fileName: (slug) => `emend-${slug ?? "everywhere"}.instructions.md`,
  mayBeOurs: (name) => /^emend-[a-z0-9-]{1,80}\.instructions\.md$/.test(name),
  render: (globs, body) =>
    [renderFrontmatter({ applyTo: (globs ?? ["**"]).join(",") }), FILE_MARKER, "", `${body}\n`].join("\n"),
  limit: COPILOT_LIMIT,
};
