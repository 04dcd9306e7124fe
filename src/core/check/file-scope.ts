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

/** The conditions on the file under which a rule can be trusted more, or undefined if there are none. */
export function scopeConditions(
  text: string,
  { root, undeclared, imports }: Surroundings,
  kinds: readonly string[],
): StructureRule[] {
  const conditions: StructureRule[] = [];
  const names = [...new Set(undeclared(text))];
  if (names.length > 0 && /^(?:program|module)$/u.test(root)) {
    conditions.push(notDeclared(root, names));
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

/** The file declares none of the names itself. */
export function notDeclared(root: string, names: readonly string[]): StructureRule {
  const declaration = { stopBy: "end" as const, regex: exactly(names), any: DECLARATIONS[root] ?? [] };
  return { not: { inside: { stopBy: "end", kind: root, has: declaration } } };
}

/** Where a name is declared, by the kind of a file's root. */
const DECLARATIONS: Readonly<Record<string, readonly StructureRule[]>> = {
  program: [
    { kind: "shorthand_property_identifier_pattern" },
    { inside: { kind: "formal_parameters" } },
    {
      any: [{ kind: "identifier" }, { kind: "type_identifier" }],
      inside: {
        any: [
          { kind: "import_specifier" },
          { kind: "import_clause" },
          { kind: "namespace_import" },
          { kind: "array_pattern" },
        ],
      },
    },
    ...(
      [
        ["name", ["variable_declarator", "function_declaration", "class_declaration"]],
        ["left", ["assignment_expression"]],
        ["parameter", ["arrow_function", "catch_clause"]],
        ["pattern", ["required_parameter"]],
      ] as const
    ).map(([field, kinds]): StructureRule => ({ inside: { field, any: kinds.map((kind) => ({ kind })) } })),
  ],
  module: [
    { kind: "identifier", inside: { kind: "parameters" } },
    { kind: "identifier", inside: { kind: "function_definition", field: "name" } },
    { kind: "identifier", inside: { kind: "assignment", field: "left" } },
  ],
};
