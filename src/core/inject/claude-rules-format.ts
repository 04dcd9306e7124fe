import { CLAUDE_RULE_LIMIT } from "./file-limit.ts";
import type { FileFormat } from "./file-format.ts";
import { renderFrontmatter } from "./frontmatter.ts";
import { FILE_MARKER } from "./managed-file.ts";

/** Claude's rules: without `paths` a file is always read. */
export const CLAUDE_RULES_FORMAT: FileFormat = {
  folder: ".claude/rules",
  isScoped: true,
  fileName: (slug) => `emend-${slug ?? "everywhere"}.md`,
  mayBeOurs: (name) => /^emend-[a-z0-9-]{1,80}\.md$/.test(name),
  render: (globs, body) =>
    [...(globs === null ? [] : [renderFrontmatter({ paths: globs })]), FILE_MARKER, "", `${body}\n`].join(
      "\n",
    ),
  limit: CLAUDE_RULE_LIMIT,
};
