/**
 * Keeps what a pure function answers, by a key that tells its arguments apart. At most twice `most` answers are kept: what
 * was not asked for during a whole generation is forgotten.
 */
export function remember<Value>(most: number): (key: string | number, make: () => Value) => Value {
  let young = new Map<string | number, Value>();
  let old = new Map<string | number, Value>();
  return (key, make) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? make();
    if (young.size >= most) [young, old] = [new Map(), young];
    young.set(key, value);
    return value;
  };
}
