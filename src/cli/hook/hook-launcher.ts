// Not imported: the agent waits for it.
const { fileURLToPath } = process.getBuiltinModule("node:url");

/** The file that starts this very command: one folder up, in the sources and where it is built. */
export const hookLauncher = (): string =>
  fileURLToPath(new URL(`../bin.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url));
