import { hash64 } from "../hash.ts";
import type { Feedback } from "./feedback.ts";

export type FingerprintedContent = Omit<
  Feedback,
  "schema" | "id" | "event_id" | "fingerprint" | "time" | "original" | "similarity_text"
> & {
  /** Only where the source states it: the hour at which something was imported is not its content. */
  readonly time?: string | undefined;
  /** What else tells this occurrence from others with the same words, where the time does not. */
  readonly occurrence?: string | undefined;
};

/**
 * What makes two deliveries one occurrence although their event ids differ: the same words about the same
 * place by the same author on the same run at the same stated time. The same complaint made again, by
 * another person or on another run is another occurrence: counting those is how Emend learns.
 */
export function contentFingerprint(content: FingerprintedContent): string {
  const { source, author, target, correction, output } = content;
  const parts: readonly unknown[] = [
    source.kind,
    source.tool,
    author.id,
    content.time,
    content.occurrence,
    content.outcome,
    content.tags.toSorted(),
    [content.agent, content.run, content.task, content.epic, content.gate],
    target?.path,
    locationParts(target?.location),
    [content.severity, content.category],
    [content.wrong, content.fix, content.comment],
    [correction?.diff, correction?.diff_path, correction?.summary],
    [output?.agent_sha, output?.approved_sha],
    content.duration_seconds,
  ];
  return hash64(JSON.stringify(parts));
}

function locationParts(location: NonNullable<Feedback["target"]>["location"]): readonly unknown[] {
  if (location === undefined) return [];
  return location.type === "lines"
    ? [location.line, location.end_line, location.side]
    : [location.type, location.reference];
}
