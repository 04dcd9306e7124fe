import { hookProgram } from "./hook-settings.ts";
import type { SetupCommand } from "./setup-command.ts";

export const opencodePlugin = (command: SetupCommand): string => `// ${hookProgram(command, "")}\n`;
