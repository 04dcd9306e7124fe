/** Values of one query, few enough for every database. */
const MOST = 500;

export function inParts<Value>(values: readonly Value[]): readonly (readonly Value[])[] {
  const parts: (readonly Value[])[] = [];
  for (let at = 0; at < values.length; at += MOST) parts.push(values.slice(at, at + MOST));
  return parts;
}
