import { hash } from "node:crypto";
import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { byCodeUnits } from "../../core/text/code-points.ts";
import type { ConfigValue } from "../config-keys.ts";
import { type RawSetting, looksLikeFile } from "../raw-setting.ts";
import { maskSetting } from "../mask-setting.ts";
import { readBoundedBytes } from "../read-bounded.ts";
import { realPathWithin } from "../within.ts";

/** Larger files cannot be trusted, because every start would have to read them. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What a user is asked to trust, and what that trust is recorded for. */
export interface TrustContent {
  readonly entries: readonly TrustEntry[];
  /** Secrets of the user that these settings send somewhere, one sentence each. */
  readonly sends: readonly string[];
  /** Files whose content these settings use. */
  readonly files: readonly TrustFile[];
  /** All of it as one text with plain values, to be hashed and never stored. */
  readonly canonical: string;
}

interface TrustEntry {
  readonly name: string;
  readonly source: string;
  /** The value without secrets. */
  readonly shown: string;
  /** The plain value, to be hashed and never stored. */
  readonly plain: string;
}

interface TrustFile {
  /** Relative to the repository. */
  readonly path: string;
  /** SHA-256 of the content, `missing`, or where outside the repository it leads. */
  readonly digest: string;
  /** Why it cannot be trusted. */
  readonly problem?: string;
}

/** Collects what settings of a repository's file do, independent of the order of lines. */
export async function trustContent(
  rawSettings: readonly RawSetting[],
  repository: string,
): Promise<TrustContent> {
  const sorted = rawSettings.toSorted((one, other) => byCodeUnits(one.key.name, other.key.name));
  const entries = sorted.map(toEntry);
  const sends = sorted.flatMap(sendsOf);
  const files: TrustFile[] = [];
  for (const path of new Set(sorted.flatMap(filesOf))) files.push(await toFile(path, repository));
  const canonical = JSON.stringify({
    entries: entries.map(({ name, plain }) => [name, plain]),
    sends,
    files: files.map(({ path, digest }) => [path, digest]),
  });
  return { entries, sends, files, canonical };
}

function toEntry({ key, value, source, inFile }: RawSetting): TrustEntry {
  const shown = inFile ? value : maskSetting({ key, value: value as ConfigValue, source });
  return {
    name: inFile ? `${key.name}_file` : key.name,
    source,
    shown: typeof shown === "string" ? shown : JSON.stringify(shown),
    plain: JSON.stringify([inFile, value]),
  };
}

/** Listed whether or not the secret is set today: it may be set tomorrow, and nobody is asked again then. */
function sendsOf({ key, value, source, inFile }: RawSetting): readonly string[] {
  if (key.kind.type === "command") {
    const line = typeof value === "string" ? value : JSON.stringify(value);
    return [`account runs the program ${line}, which gets people's feedback on agents' work`];
  }
  if (key.name === "llm.command_env" && Array.isArray(value)) {
    return value.map((name) => `${String(name)} is passed to the program of llm.command`);
  }
  if (key.receives === undefined) return [];
  if (key.kind.type === "store" && !inFile && !needsPassword(String(value))) return [];
  const shown = inFile
    ? `the address in ${String(value)}`
    : maskSetting({ key, value: String(value), source });
  return key.receives.map((secret) => `${secret} is sent to ${String(shown)}`);
}

/** A file needs no password, and an address may contain its own. */
const needsPassword = (store: string): boolean =>
  store.includes("://") && !(URL.canParse(store) && new URL(store).password !== "");

function filesOf({ key, value, base, inFile }: RawSetting): readonly string[] {
  if (inFile || key.kind.type === "path") {
    // A folder is not read as a file.
    return key.name === "ledger.folder" || typeof value !== "string" ? [] : [resolve(base, value)];
  }
  if (key.kind.type !== "list" || key.kind.paths !== true || !Array.isArray(value)) return [];
  const names = value.filter((entry): entry is string => typeof entry === "string" && looksLikeFile(entry));
  return names.map((name) => resolve(base, name));
}

async function toFile(file: string, repository: string): Promise<TrustFile> {
  const path = relative(repository, file).replaceAll("\\", "/");
  const real = realPathWithin(repository, file);
  // The repository cannot change a file outside it, so its path is enough, and nothing there is read before it is
  // trusted.
  if (real.state === "outside") return { path, digest: `outside, ${whereItLeads(file)}` };
  const read = await readBoundedBytes(real.state === "inside" ? real.path : file, MOST_BYTES, "plain");
  if (read.ok) return { path, digest: hash("sha256", read.value.bytes, "hex") };
  if (read.error === "there is no such file") return { path, digest: "missing" };
  return { path, digest: "unreadable", problem: read.error };
}

function whereItLeads(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
