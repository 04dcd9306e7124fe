import { parseDocument } from "yaml";
import { fail, ok, type Result } from "../../core/result.ts";

const MAX_REASON = 300;

/** Parses one document of plain values: no aliases, custom tags or duplicate keys. Never throws. */
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
    // The parser only warns about an unknown tag and guesses its value.
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) return fail(shorten(problem.message));
    return ok(document.toJS({ maxAliasCount: 0 }));
  } catch (error) {
    // Thrown for aliases and for nesting deeper than the stack.
    return fail(shorten(error instanceof Error ? error.message : String(error)));
  }
}

const shorten = (reason: string): string => (reason.split("\n", 1)[0] ?? "").slice(0, MAX_REASON);
