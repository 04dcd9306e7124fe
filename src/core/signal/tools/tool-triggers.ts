import { TOOLS } from "./all-tools.ts";
import { triggersOf } from "./triggers.ts";

/** The triggers of each tool. Deriving them takes longer than reading most texts, so the build replaces them by the result. */
export const deriveToolTriggers = (): readonly (readonly string[])[] => TOOLS.map(triggersOf);
