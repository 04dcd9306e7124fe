import { CURSOR_LIMIT } from "./file-limit.ts";
import type { FileFormat } from "./file-format.ts";
import { renderFrontmatter } from "./frontmatter.ts";
import { FILE_MARKER } from "./managed-file.ts";

/**
 * Cursor's rules. Its reader takes what follows `globs:` to the letter: quotes and brackets would be part of the
 * pattern, a blank after a comma too.
 */
export const CURSOR_FORMAT: FileFormat = {
  folder: ".cursor/rules",
  isScoped: true,
  fileName: (slug) => (slug === null ? "emend.mdc" : `emend-${slug}.mdc`),
  mayBeOurs: (name) => /^emend(?:-[a-z0-9-]{1,80})?\.mdc$/.test(name),
  render: (globs, body) =>
    [
      renderFrontmatter({
        description: { bare: "Rules learned from feedback on earlier work" },
        globs: { bare: (globs ?? []).join(",") },
        alwaysApply: globs === null,
      }),
      FILE_MARKER,
      "",
      `${body}\n`,
    ].join("\n"),
  limit: CURSOR_LIMIT,
};
