import type { Given } from "../given.ts";
import type { FileReading } from "../read-config-file.ts";
import { needsTrust } from "./needs-trust.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a file that was found says, by whether it counts. */
interface SplitReading {
  readonly counted: readonly Given[];
  readonly untrusted: readonly Given[];
}

/** Settings that need trust: those that could do harm, and all of a file that another user owns. */
export const trustedOnly = ({ given, foreign }: Pick<FileReading, "given" | "foreign">): readonly Given[] =>
  foreign ? given : given.filter(needsTrust);

/** All that needs trust counts together or not at all, and only as it was when the user trusted it. */
export async function splitByTrust(reading: FileReading, env: Environment): Promise<SplitReading> {
  const guarded = trustedOnly(reading);
  const [first] = guarded;
  if (first?.repository === undefined) return { counted: reading.given, untrusted: [] };
  const { readTrust, isTrusted } = await import("./trust-record.ts");
  const record = readTrust(env, reading.real);
  if (record !== undefined) {
    const { trustContent } = await import("./trust-content.ts");
    const content = await trustContent(guarded, first.repository);
    if (isTrusted(record, content)) return { counted: reading.given, untrusted: [] };
  }
  const waiting = new Set(guarded);
  return { counted: reading.given.filter((one) => !waiting.has(one)), untrusted: guarded };
}
