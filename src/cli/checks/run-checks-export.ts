import type { CliContext } from "../cli-context.ts";
import { CHECKS_FILE_SCHEMA } from "../check/check-source.ts";
import { printFromStore } from "../open/open-emend.ts";
import { toJson } from "../terminal/safe-text.ts";

/** Prints the checks that run, as a file for machines without the store. */
export const runChecksExport = (options: { readonly store?: string }, context: CliContext): Promise<void> =>
  printFromStore(options, context, async ({ checks }) => {
    return toJson({ schema: CHECKS_FILE_SCHEMA, checks: await checks.active({ fixes: true }) });
  });
