/** Which keys belong together, by one key that stands for each group (union-find). */
export interface Grouping {
  join(a: string, b: string): void;
  of(key: string): string;
}

export function createGrouping(): Grouping {
  const parents = new Map<string, string>();
  const of = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = key; at !== root;) {
      const next = parents.get(at)!;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  return {
    of,
    join: (a, b) => {
      const [one, other] = [of(a), of(b)];
      if (one !== other) parents.set(other, one);
    },
  };
}
