const NAMED_GROUP = /\(\?<(?![=!])\w{1,40}>/g;
const REFERS_BACK = /\\[1-9k]/;

/**
 * Whether any of many expressions is found, asked in one go: most lines match none of a tool's forms, and asking for each
 * form by itself costs more than looking for it.
 */
export function anyOf(patterns: readonly RegExp[]): (text: string) => boolean {
  const alone = patterns.filter(({ source }) => REFERS_BACK.test(source));
  const joined = [...new Set(patterns.map(({ flags }) => flags))].flatMap((flags) => {
    const sources = patterns
      .filter((pattern) => pattern.flags === flags && !alone.includes(pattern))
      .map(({ source }) => source.replaceAll(NAMED_GROUP, "(?:"));
    return sources.length === 0 ? [] : [new RegExp(sources.join("|"), flags.replaceAll(/[gy]/g, ""))];
  });
  const all = [...joined, ...alone];
  return (text) => all.some((pattern) => pattern.test(text));
}

/** Fewer are asked for one by one. */
const WORTH_JOINING = 4;
const known = new WeakMap<object, (text: string) => boolean>();

/** The same for a table of rules, put together once. */
export function anyRule<Rule>(
  rules: readonly Rule[],
  patternOf: (rule: Rule) => RegExp,
): (text: string) => boolean {
  if (rules.length < WORTH_JOINING) return () => true;
  let found = known.get(rules);
  if (found === undefined) {
    found = anyOf(rules.map(patternOf));
    known.set(rules, found);
  }
  return found;
}
