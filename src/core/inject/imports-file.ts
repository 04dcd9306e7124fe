import { readPromptLines } from "../prompt/prompt-lines.ts";

/** Whether a file for Claude loads AGENTS.md, so that what stands there need not stand here too. */
export const importsAgentsFile = (text: string): boolean =>
  readPromptLines(text.replace(/^\uFEFF/, "")).lines.some(
    (line) => !line.fenced && /(?:^|\s)@(?:\.\/)?AGENTS\.md(?![\w/.-]*\w)/.test(line.text),
  );
