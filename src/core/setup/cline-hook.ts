import { hookProgram } from "./hook-settings.ts";
import type { SetupCommand } from "./setup-command.ts";

/** The names of Cline's hooks, which are also their file names. */
export const CLINE_EVENTS = [
  "TaskStart",
  "TaskResume",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PreCompact",
] as const;

/** A hook of Cline: a program. It must not fail, because Cline then refuses the step. */
export const clineHook = (command: SetupCommand): string =>
  `#!/bin/sh
# Written by \`emend init\`; removed by \`emend init --undo\`.
${hookProgram(command, "")} hook cline || echo '{"cancel": false}'
`;
