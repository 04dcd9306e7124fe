import { findBlock, type BlockProblem, replaceBlock } from "../inject/managed-block.ts";
import { RULES_HEADING } from "../rule/render-rules.ts";
import { ok, type Result } from "../result.ts";

/** What the block says while there is nothing to put in it. */
const NO_RULES = `${RULES_HEADING}

No rule has been approved yet; once people approve some, \`emend inject\` writes them here.`;

/** The file with a block that waits for rules; a block that is there already stays as it is. */
export function addFirstBlock(text: string | null): Result<string, BlockProblem> {
  if (text !== null) {
    const found = findBlock(text);
    if (!found.ok) return found;
    if (found.value.block !== undefined) return ok(text);
  }
  const written = replaceBlock(text, NO_RULES);
  return written.ok ? ok(written.value ?? "") : written;
}
