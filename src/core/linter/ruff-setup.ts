/** Whether Ruff's settings switch a rule on, and the settings with it. */
export interface RuffRule {
  /** Undefined if they inherit from other settings, or have a form that is not read. */
  readonly isOn: boolean | undefined;
  readonly after?: string;
}

/** What Ruff checks if nothing is selected. */
const DEFAULTS = ["E4", "E7", "E9", "F"];
const LIST = /^\s*(?:lint\.)?(select|extend-select|ignore|extend-ignore)\s*=\s*\[([^\]]*)\]/gmu;

/** Reads the lists of rules in `ruff.toml` or `pyproject.toml`; undefined if it says nothing about Ruff. */
export function readRuffRule(text: string, rule: string, isProject: boolean): RuffRule | undefined {
  const [top, lint] = isProject ? ["tool.ruff", "tool.ruff.lint"] : ["", "lint"];
  const tables = tablesOf(text);
  const own = tables.filter(({ name }) => name === top || name === lint);
  const names = isProject
    ? tables.some(({ name }) => name === "tool.ruff" || name.startsWith("tool.ruff."))
    : true;
  if (!names) return undefined;
  const body = own.map((table) => table.body).join("\n");
  if (/^\s*extend\s*=/mu.test(body)) return { isOn: undefined };
  const lists = new Map<string, readonly string[]>();
  for (const [, name = "", items = ""] of body.matchAll(LIST))
    lists.set(name, [
      ...(lists.get(name) ?? []),
      ...[...items.matchAll(/["']([A-Z0-9]{1,20}|ALL)["']/gu)].map((found) => found[1]!),
    ]);
  // A list of another form, such as one with comments in brackets.
  const named = [...body.matchAll(/^\s*(?:lint\.)?(?:extend-)?(?:select|ignore)\s*=/gmu)].length;
  if (named > [...body.matchAll(LIST)].length) return { isOn: undefined };
  const selected = [...(lists.get("select") ?? DEFAULTS), ...(lists.get("extend-select") ?? [])];
  const ignored = [...(lists.get("ignore") ?? []), ...(lists.get("extend-ignore") ?? [])];
  const isOn = longest(selected, rule) > longest(ignored, rule);
  if (isOn || longest(ignored, rule) > 0) return { isOn };
  return { isOn, after: withSelected(text, rule, { lint, hasTable: own.some(({ name }) => name === lint) }) };
}

/** The length of the most specific selector that a rule is in; 0 if it is in none. */
const longest = (selectors: readonly string[], rule: string): number =>
  Math.max(0, ...selectors.map((one) => (one === "ALL" ? 0.5 : rule.startsWith(one) ? one.length : 0)));

interface TomlTable {
  readonly name: string;
  readonly body: string;
}

function tablesOf(text: string): readonly TomlTable[] {
  const parts = text.split(/^\s*\[+\s*([\w.-]+)\s*\]+[ \t]*(?:#.*)?$/mu);
  const tables = [{ name: "", body: parts[0] ?? "" }];
  for (let at = 1; at < parts.length; at += 2) tables.push({ name: parts[at]!, body: parts[at + 1] ?? "" });
  return tables;
}

function withSelected(
  text: string,
  rule: string,
  { lint, hasTable }: { readonly lint: string; readonly hasTable: boolean },
): string {
  const list = /^([ \t]*(?:lint\.)?extend-select\s*=\s*\[)(\s*)/mu;
  if (list.test(text))
    return text.replace(list, (_all, start: string, space: string) => `${start}${space}"${rule}", ${space}`);
  const line = `extend-select = ["${rule}"]`;
  if (hasTable)
    return text.replace(new RegExp(`^(\\s*\\[${lint.replaceAll(".", "\\.")}\\].*)$`, "mu"), `$1\n${line}`);
  return `${text.trimEnd()}\n\n[${lint}]\n${line}\n`;
}
