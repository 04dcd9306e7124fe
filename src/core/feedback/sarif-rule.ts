import { fieldOf, listOf, textOf, textsOf } from "../json/read-json.ts";

/** What a SARIF log says about the rule behind a result. */
export interface SarifRuleFacts {
  readonly id?: string;
  readonly level?: unknown;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly securityScore: number;
  message(id: string): string | undefined;
}

export type FindSarifRule = (result: unknown) => SarifRuleFacts;

/** Looks rules up by index or id, in the tool itself and in its extensions. */
export function createRuleFinder(run: unknown): FindSarifRule {
  const tool = fieldOf(run, "tool");
  const driver = fieldOf(tool, "driver");
  const extensions = listOf(fieldOf(tool, "extensions"));
  const byId = new Map<string, unknown>();
  for (const component of [driver, ...extensions]) {
    for (const rule of listOf(fieldOf(component, "rules"))) {
      const id = textOf(fieldOf(rule, "id"));
      if (id !== undefined && !byId.has(id)) byId.set(id, rule);
    }
  }
  return (result) => {
    const reference = fieldOf(result, "rule");
    const id = textOf(fieldOf(result, "ruleId")) ?? textOf(fieldOf(reference, "id"));
    const index = fieldOf(reference, "index") ?? fieldOf(result, "ruleIndex");
    const home = fieldOf(fieldOf(reference, "toolComponent"), "index");
    const component = typeof home === "number" ? extensions[home] : driver;
    const indexed = typeof index === "number" ? listOf(fieldOf(component, "rules"))[index] : undefined;
    // A rule's id may carry a further part after a slash that only the result has.
    const rule =
      indexed ??
      (id === undefined ? undefined : (byId.get(id) ?? byId.get(id.slice(0, id.lastIndexOf("/")))));
    return ruleFacts(rule, id);
  };
}

function ruleFacts(rule: unknown, id: string | undefined): SarifRuleFacts {
  const properties = fieldOf(rule, "properties");
  const description =
    textOf(fieldOf(fieldOf(rule, "shortDescription"), "text")) ??
    textOf(fieldOf(fieldOf(rule, "fullDescription"), "text"));
  const name = id ?? textOf(fieldOf(rule, "id"));
  return {
    ...(name === undefined ? {} : { id: name }),
    ...(description === undefined ? {} : { description }),
    level: fieldOf(fieldOf(rule, "defaultConfiguration"), "level"),
    tags: textsOf(fieldOf(properties, "tags")),
    securityScore: Number(fieldOf(properties, "security-severity") ?? Number.NaN),
    message: (key) => textOf(fieldOf(fieldOf(fieldOf(rule, "messageStrings"), key), "text")),
  };
}
