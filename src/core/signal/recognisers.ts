import { COMPILERS_AND_LINTERS } from "./recognise/compilers-and-linters.ts";
import type { Recogniser } from "./recognise/recogniser.ts";
import { RUNTIME } from "./recognise/runtime.ts";
import { TEST_RUNNERS } from "./recognise/test-runners.ts";

/** Every tool whose output is known. */
export const RECOGNISERS: readonly Recogniser[] = [...TEST_RUNNERS, ...COMPILERS_AND_LINTERS, ...RUNTIME];
