/** Values of one query, few enough for every database. */
const MOST = 500;

/** In their order, so many at most in each part. */
export function chunk<Value>(values: readonly Value[], most = MOST): readonly (readonly Value[])[] {
  const parts: (readonly Value[])[] = [];
  for (let at = 0; at < values.length; at += most) parts.push(values.slice(at, at + most));
  return parts;
}
