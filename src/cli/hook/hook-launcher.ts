// Not imported, because the agent is waiting.
const { fileURLToPath } = process.getBuiltinModule("node:url");

/** The file that starts this command, from source or built. */
export const hookLauncher = (): string =>
  fileURLToPath(new URL(`../bin.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url));
