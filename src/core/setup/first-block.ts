import { findBlock, type BlockProblem, replaceBlock } from "../inject/managed-block.ts";
import { RULES_HEADING } from "../rule/render-rules.ts";
import { ok, type Result } from "../result.ts";

/** The content of the block while there are no rules. */
const NO_RULES = `${RULES_HEADING}

No rule has been approved yet; once people approve some, \`emend inject\` writes them here.`;

/** Adds an empty block to a file that has none. */
export function addFirstBlock(text: string | null): Result<string, BlockProblem> {
  if (text !== null) {
    const found = findBlock(text);
    if (!found.ok) return found;
    if (found.value.block !== undefined) return ok(text);
  }
  const written = replaceBlock(text, NO_RULES);
  return written.ok ? ok(written.value ?? "") : written;
}
