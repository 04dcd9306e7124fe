import type { EditKind } from "../edit-kind.ts";
import { CODE_KINDS } from "./code.ts";
import { LAYOUT_KINDS } from "./layout.ts";
import { MESSAGE_KINDS } from "./messages.ts";
import { NUMBER_KINDS } from "./numbers.ts";
import { OPERATIONS_KINDS } from "./operations.ts";
import { PUNCTUATION_KINDS } from "./punctuation.ts";
import { PYTHON_KINDS } from "./python.ts";
import { SCRIPT_KINDS } from "./script.ts";
import { SYSTEMS_KINDS } from "./systems.ts";
import { TEST_KINDS } from "./tests.ts";
import { TONE_KINDS } from "./tone.ts";
import { WEB_KINDS } from "./web.ts";

/** Every kind of edit that has a name. */
export const EDIT_KINDS: readonly EditKind[] = [
  ...PUNCTUATION_KINDS,
  ...NUMBER_KINDS,
  ...TONE_KINDS,
  ...MESSAGE_KINDS,
  ...LAYOUT_KINDS,
  ...CODE_KINDS,
  ...SCRIPT_KINDS,
  ...PYTHON_KINDS,
  ...SYSTEMS_KINDS,
  ...OPERATIONS_KINDS,
  ...WEB_KINDS,
  ...TEST_KINDS,
];
