import { parseDocument } from "yaml";
import { fail, ok, type Result } from "../../core/result.ts";

const MAX_REASON = 300;

/** One document of plain values: no aliases, no tags of its own, no key twice. Never throws. */
export function readYaml(text: string): Result<unknown, string> {
  try {
    const document = parseDocument(text, {
      version: "1.2",
      schema: "core",
      strict: true,
      uniqueKeys: true,
      stringKeys: true,
      prettyErrors: true,
      logLevel: "error",
      resolveKnownTags: false,
    });
    // An unknown tag is only a warning to the parser, and its value would be guessed.
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) return fail(shorten(problem.message));
    return ok(document.toJS({ maxAliasCount: 0 }));
  } catch (error) {
    // Nesting deeper than the stack, and aliases.
    return fail(shorten(error instanceof Error ? error.message : String(error)));
  }
}

const shorten = (reason: string): string => (reason.split("\n", 1)[0] ?? "").slice(0, MAX_REASON);
