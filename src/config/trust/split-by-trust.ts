import { type RawSetting, looksLikeFile } from "../raw-setting.ts";
import type { ParsedFile } from "../read-config-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface SplitSettings {
  readonly trusted: readonly RawSetting[];
  readonly untrusted: readonly RawSetting[];
}

/** Settings that need trust: those that could do harm, and all of a file that another user owns. */
export const settingsNeedingTrust = ({
  rawSettings,
  foreign,
}: Pick<ParsedFile, "rawSettings" | "foreign">): readonly RawSetting[] =>
  foreign ? rawSettings : rawSettings.filter(needsTrust);

/** Settings that need trust apply all together or not at all, and only as they were when the user trusted them. */
export async function splitByTrust(reading: ParsedFile, env: Environment): Promise<SplitSettings> {
  const guarded = settingsNeedingTrust(reading);
  const [first] = guarded;
  if (first?.repository === undefined) return { trusted: reading.rawSettings, untrusted: [] };
  const { readTrust, isTrusted } = await import("./trust-record.ts");
  const record = readTrust(env, reading.real);
  if (record !== undefined) {
    const { trustContent } = await import("./trust-content.ts");
    const content = await trustContent(guarded, first.repository);
    if (isTrusted(record, content)) return { trusted: reading.rawSettings, untrusted: [] };
  }
  const waiting = new Set(guarded);
  return { trusted: reading.rawSettings.filter((one) => !waiting.has(one)), untrusted: guarded };
}

/** Whether a setting in a repository's file needs the user's trust. A value that repeats the default never does. */
export function needsTrust({ key, value, inFile }: RawSetting): boolean {
  if (inFile) return true;
  if (key.default !== undefined && key.default === value) return false;
  if (typeof key.free === "object") return typeof value !== "string" || !key.free.only.includes(value);
  switch (key.free ?? "never") {
    case "always":
      return false;
    case "raised":
      return typeof value !== "number" || value < Number(key.default);
    case "names":
      return (
        !Array.isArray(value) || value.some((entry) => typeof entry !== "string" || looksLikeFile(entry))
      );
    case "never":
      return true;
  }
}
