export type FrontmatterValue = string | boolean | readonly string[] | { readonly bare: string };

/**
 * YAML between two lines of dashes. Texts are double-quoted; a bare one goes out as it is, for readers that take
 * the rest of the line.
 */
export function renderFrontmatter(fields: Readonly<Record<string, FrontmatterValue>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    isList(value)
      ? [`${name}:`, ...value.map((each) => `  - ${JSON.stringify(each)}`)]
      : [`${name}: ${scalar(value)}`.trimEnd()],
  );
  return ["---", ...lines, "---", ""].join("\n");
}

const isList = (value: FrontmatterValue): value is readonly string[] => Array.isArray(value);

const scalar = (value: Exclude<FrontmatterValue, readonly string[]>): string =>
  typeof value === "object" ? value.bare : typeof value === "string" ? JSON.stringify(value) : String(value);
