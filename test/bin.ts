import { fileURLToPath } from "node:url";

/** The command as its sources, which any test can run. */
export const SOURCE_BIN = fileURLToPath(new URL("../src/cli/bin.ts", import.meta.url));

/** The command as it is built, for the tests that build it first. */
export const BUILT_BIN = fileURLToPath(new URL("../dist/bin.js", import.meta.url));
