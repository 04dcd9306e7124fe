/**
 * A key that stands twice in one object of a JSON text, which must be valid. Readers take the last and people the
 * first, so such a text can say one thing and mean another.
 */
export function findRepeatedKey(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let at = 0;
  while (at < json.length) {
    const character = json[at];
    if (character === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys !== undefined && isKey(json, end)) {
        const key = JSON.parse(json.slice(at, end)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end;
      continue;
    }
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(undefined);
    else if (character === "}" || character === "]") open.pop();
    at += 1;
  }
  return undefined;
}

/** The place after the closing quote. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

function isKey(json: string, end: number): boolean {
  let at = end;
  while (at < json.length && " \t\r\n".includes(json[at]!)) at += 1;
  return json[at] === ":";
}
