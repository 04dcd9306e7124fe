import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Language, Parser } from "web-tree-sitter";
import { ExternalError } from "../../ports/errors.ts";
import type { Syntax } from "../../ports/syntax.ts";
import type { SyntaxNode } from "../../core/check/syntax-node.ts";
import { GRAMMARS } from "./grammars.ts";
import { readTree } from "./read-tree.ts";

/** Longer code is not parsed: a generated file is nobody's mistake, and its tree would need gigabytes. */
const LONGEST = 1_000_000;

/** Broken code can take a parser long. */
const LONGEST_MS = 5_000;

/** Locations of a grammar in a built package, relative to the command's files and to the library's. */
const SHIPPED = ["../grammars/", "../../grammars/"];

/** Parses with tree-sitter. The runtime and each grammar are loaded when the first code of a language comes. */
export function createWasmSyntax(): Syntax {
  const parsers = new Map<string, Promise<Parser>>();
  const parserOf = (language: string): Promise<Parser> | undefined => {
    const file = GRAMMARS.get(language);
    if (file === undefined) return undefined;
    let parser = parsers.get(file);
    if (parser === undefined) parsers.set(file, (parser = openParser(file)));
    return parser;
  };
  return {
    parse: async (language, code) => {
      if (code.length > LONGEST) return undefined;
      const parser = await parserOf(language);
      if (parser === undefined) return undefined;
      try {
        return parseCode(parser, code);
      } catch {
        // Out of the parser's memory, say. It cannot be used again.
        parsers.clear();
        return undefined;
      }
    },
    kinds: async (language) => nodeTypes((await parserOf(language))?.language ?? undefined, true),
    tokens: async (language) => nodeTypes((await parserOf(language))?.language ?? undefined, false),
  };
}

function parseCode(parser: Parser, code: string): SyntaxNode | undefined {
  const until = performance.now() + LONGEST_MS;
  const tree = parser.parse(code, null, { progressCallback: () => performance.now() > until });
  if (tree === null) {
    // It would go on with this code otherwise.
    parser.reset();
    return undefined;
  }
  try {
    return readTree(tree.walk(), code);
  } finally {
    tree.delete();
  }
}

function nodeTypes(language: Language | undefined, named: boolean): readonly string[] {
  if (language === undefined) return [];
  const kinds = Array.from({ length: language.nodeTypeCount }, (_, id) => id)
    .filter((id) => language.nodeTypeIsNamed(id) === named && language.nodeTypeIsVisible(id))
    .flatMap((id) => language.nodeTypeForId(id) ?? []);
  return [...new Set(kinds)];
}

async function openParser(file: string): Promise<Parser> {
  const { Language: Grammar, Parser: Runtime } = await import("web-tree-sitter");
  await Runtime.init({ locateFile: (name: string) => locate(name, "web-tree-sitter") });
  const parser = new Runtime();
  return parser.setLanguage(await Grammar.load(locate(`${file}.wasm`, packageOf(file))));
}

const packageOf = (file: string): string => (file === "tree-sitter-tsx" ? "tree-sitter-typescript" : file);

function locate(name: string, from: string): string {
  const places = SHIPPED.map((folder) => fileURLToPath(new URL(`${folder}${name}`, import.meta.url)));
  const shipped = places.find((place) => existsSync(place));
  if (shipped !== undefined) return shipped;
  try {
    return createRequire(import.meta.url).resolve(`${from}/${name}`);
  } catch (cause) {
    throw new ExternalError("grammar_missing", `no grammar at ${places[0]}; reinstall Emend`, cause);
  }
}
