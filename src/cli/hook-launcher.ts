// Not imported: the agent waits for it.
const { fileURLToPath } = process.getBuiltinModule("node:url");

/** The file that starts this very command: beside this one in the sources, one folder up where it is built. */
export const hookLauncher = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./bin.ts" : "../bin.js", import.meta.url));
