import type { DraftContext } from "./draft-context.ts";
import type { StructureRule } from "./match-rule.ts";
import { eachNode } from "./syntax-node.ts";
import { exactly } from "./write-rule.ts";

/** What is around the mistakes, wherever in the file: names that no example declares, and modules that all import. */
export interface Surroundings {
  readonly root: string;
  readonly undeclared: (text: string) => string[];
  readonly imports: readonly string[];
}

const IMPORTS = /^import|^use_declaration$/u;

export function surroundings({ examples, declared }: DraftContext): Surroundings {
  const words = examples.map(({ before }) => {
    const found = new Set<string>();
    for (const node of eachNode(before))
      if (IMPORTS.test(node.kind))
        for (const below of eachNode(node))
          if (below.children.length === 0 && below.named) found.add(below.text);
    return found;
  });
  const imported = [...(words[0] ?? [])].filter((word) => words.every((some) => some.has(word)));
  const anywhere = new Set(words.flatMap((some) => [...some]));
  return {
    root: examples[0]!.before.kind,
    imports: imported.filter((word) => word.length > 2).slice(0, 3),
    undeclared: (text) =>
      [...text.matchAll(/"kind":"identifier","regex":"\^([A-Za-z_$][\w$]*)\$"/gu)]
        .map(([, name]) => name!)
        .filter((name) => !declared.has(name) && !anywhere.has(name) && name !== "self"),
  };
}

/** The same rule, only in files that do not declare its names themselves, or that import what all examples import. */
/** The conditions on the file under which a rule can be trusted more, or undefined if there are none. */
export function scopeConditions(
  text: string,
  { root, undeclared, imports }: Surroundings,
  kinds: readonly string[],
): StructureRule[] {
  const conditions: StructureRule[] = [];
  const names = [...new Set(undeclared(text))];
  if (names.length > 0 && /^(?:program|module)$/u.test(root)) {
    const name = { regex: exactly(names) };
    const declaration: StructureRule =
      root === "program"
        ? {
            kind: "identifier",
            ...name,
            any: [
              { inside: { kind: "variable_declarator", field: "name" } },
              { inside: { kind: "formal_parameters" } },
              { inside: { kind: "function_declaration", field: "name" } },
              { inside: { kind: "class_declaration", field: "name" } },
              { inside: { kind: "import_specifier" } },
              { inside: { kind: "import_clause" } },
              { inside: { kind: "assignment_expression", field: "left" } },
            ],
          }
        : {
            kind: "identifier",
            ...name,
            any: [
              { inside: { kind: "parameters" } },
              { inside: { kind: "function_definition", field: "name" } },
              { inside: { kind: "assignment", field: "left" } },
            ],
          };
    conditions.push({
      not: { inside: { stopBy: "end", kind: root, has: { stopBy: "end", ...declaration } } },
    });
  }
  if (imports.length > 0)
    conditions.push({
      inside: {
        stopBy: "end",
        kind: root,
        all: imports.map((word) => ({
          has: {
            stopBy: "end",
            regex: exactly([word]),
            inside: {
              stopBy: "end",
              any: kinds.filter((kind) => IMPORTS.test(kind)).map((kind) => ({ kind })),
            },
          },
        })),
      },
    });
  if (conditions.length === 0) return [];
  return conditions;
}
