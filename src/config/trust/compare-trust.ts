import type { TrustQuestion } from "./read-trust-question.ts";
import { isSameEntry } from "./trust-record.ts";

type TrustChange = "added" | "changed" | "removed" | "same";

/** What changed since it was trusted. */
export interface TrustComparison {
  readonly settings: readonly {
    readonly key: string;
    readonly value: string;
    /** The previously trusted value, if it differs. */
    readonly before?: string;
    readonly source?: string;
    readonly change: TrustChange;
  }[];
  readonly files: readonly { readonly path: string; readonly change: TrustChange }[];
}

export function compareTrust({ content, record }: TrustQuestion): TrustComparison {
  const kept = new Map(record?.entries.map((entry) => [entry.name, entry]));
  const settings = content.entries.map(({ name, shown, plain, source }) => {
    const before = kept.get(name);
    kept.delete(name);
    if (before === undefined) return { key: name, value: shown, source, change: "added" as const };
    if (isSameEntry(record!, name, plain))
      return { key: name, value: shown, source, change: "same" as const };
    return { key: name, value: shown, before: before.shown, source, change: "changed" as const };
  });
  const removed = [...kept.values()].map(({ name, shown }) => ({
    key: name,
    value: shown,
    change: "removed" as const,
  }));
  const digests = new Map(record?.files.map(({ path, digest }) => [path, digest]));
  const files = content.files.map(({ path, digest }) => {
    const before = digests.get(path);
    return { path, change: changeOf(before, digest) };
  });
  return { settings: [...settings, ...removed], files };
}

const changeOf = (before: string | undefined, now: string): TrustChange =>
  before === undefined ? "added" : before === now ? "same" : "changed";
