const FRAGMENTS = [
  '"',
  "'",
  "\\",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "\n",
  "\t",
  "\0",
  "\ufeff",
  "\ud800",
  "\u2028",
  "“",
  "”",
  "//",
  "/*",
  "*/",
  "#",
  "```",
  "```json\n",
  "...",
  "…",
  "null",
  "true",
  "NaN",
  "-1",
  "1e309",
  "42.0",
  '"42"',
  '"__proto__":{"severity":"low"},',
  '"findings":[',
  '"schema_version":"2.0",',
  "}\n{",
  "],",
  "\\u",
  "\\uD8",
  "'s",
  '"a" "b"',
  "<!-- -->",
  "\u001b[31m",
  "Here you go:\n",
  "}}}}",
  "[[[[",
  "undefined",
  "None",
  "True",
  ",,",
  "éß漢😀",
];

/** One to six small accidents of the kind that models, shells and pipes cause. */
export function mutate(text: string, random: (below: number) => number): string {
  let mutant = text;
  for (let step = 1 + random(6); step > 0; step -= 1) mutant = mutateOnce(mutant, random);
  return mutant;
}

function mutateOnce(text: string, random: (below: number) => number): string {
  const at = random(text.length + 1);
  const to = Math.min(text.length, at + random(40));
  const other = random(text.length + 1);
  const fragment = FRAGMENTS[random(FRAGMENTS.length)]!;
  switch (random(9)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(to);
    case 2:
      return text.slice(0, at) + fragment + text.slice(at);
    case 3:
      return text.slice(0, at) + fragment + text.slice(at + 1);
    case 4:
      return text.slice(0, other) + text.slice(at, to) + text.slice(other);
    case 5:
      return text.slice(at) + text.slice(0, at);
    case 6:
      return text + text.slice(at);
    case 7:
      return `${fragment}${text}${fragment}`;
    default:
      return text.replaceAll(text.charAt(at), fragment).slice(0, 200_000);
  }
}
