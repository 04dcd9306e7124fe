import { isAbsolute, join, resolve } from "node:path";
import { fail, ok, type Result } from "../core/result.ts";
import type { ConfigKind, ConfigValue } from "./config-keys.ts";
import { expectedOf, valueSchema, splitCommand } from "./config-schema.ts";
import { type ConfigProblem, type RawSetting, looksLikeFile } from "./raw-setting.ts";
import { readBounded } from "./read-bounded.ts";
import { realPathWithin } from "./within.ts";

const MAX_SECRET_BYTES = 64 * 1024;
const MAX_SHOWN = 40;

/** The parsed value, or what is wrong with it. No message reveals a secret. */
export async function validateSetting(
  setting: RawSetting,
  cwd: string,
): Promise<Result<ConfigValue, ConfigProblem>> {
  const { key, source } = setting;
  const failed = (code: ConfigProblem["code"], message: string): Result<never, ConfigProblem> =>
    fail({ code, source, message: `${key.name}: ${message}` });
  const found = setting.inFile ? await fromFile(setting) : ok(setting.value);
  if (!found.ok) return failed(found.error.code, found.error.message);
  if (found.value === "" && key.keepsEmpty === true && !setting.inFile) return ok("");
  const typed = setting.asText || setting.inFile ? convertText(found.value, key.kind) : found.value;
  const checked = valueSchema(key.kind).safeParse(typed);
  if (!checked.success) {
    const expected = `expected ${expectedOf(key.kind)}`;
    const got = key.secret === undefined ? describeValue(typed) : kindOf(typed);
    const hint = isText(key.kind) && typeof typed === "number" ? "; put it in quotes" : "";
    return failed("invalid_value", `${expected}, got ${got}${hint}`);
  }
  return ok(resolvePaths(checked.data as ConfigValue, setting, cwd));
}

/** Checks a value that is not trusted yet. Does not read its file, only checks where it is. */
export async function validateUntrusted(
  setting: RawSetting,
  cwd: string,
): Promise<ConfigProblem | undefined> {
  if (setting.inFile) {
    const path = filePath(setting);
    if (path.ok) return undefined;
    const { code, message } = path.error;
    return { code, source: setting.source, message: `${setting.key.name}: ${message}` };
  }
  const checked = await validateSetting(setting, cwd);
  return checked.ok ? undefined : checked.error;
}

type FileProblem = Pick<ConfigProblem, "code" | "message">;

/** The file to read the value from. A file that a repository names must be inside it, with links resolved. */
function filePath({ value, base, repository }: RawSetting): Result<string, FileProblem> {
  const failed = (code: FileProblem["code"], message: string): Result<never, FileProblem> =>
    fail({ code, message });
  if (typeof value !== "string" || value.trim() === "") {
    return failed("secret_unreadable", "expected the path of a file");
  }
  const path = resolve(base, value);
  if (repository === undefined) return ok(path);
  const real = realPathWithin(repository, path);
  if (real.state === "inside") return ok(real.path);
  if (real.state === "missing") return ok(path);
  return failed(
    "outside_repository",
    `${value.slice(0, 200)} is outside the repository; a repository's emend.yaml can only name files inside it, so set this one in your environment`,
  );
}

async function fromFile(setting: RawSetting): Promise<Result<string, FileProblem>> {
  const path = filePath(setting);
  if (!path.ok) return path;
  const named = String(setting.value).slice(0, 200);
  const form = setting.repository === undefined ? "any" : "plain";
  const read = await readBounded(path.value, MAX_SECRET_BYTES, form);
  const unreadable = (message: string): Result<never, FileProblem> =>
    fail({ code: "secret_unreadable", message });
  if (!read.ok) return unreadable(`cannot read it from ${named}: ${read.error}`);
  const text = read.value.text.replace(/[\r\n]+$/, "");
  return text.trim() === "" ? unreadable(`the file ${named} is empty`) : ok(text);
}

/** Converts text from the environment to the key's type. Text that does not fit stays text. */
function convertText(value: unknown, kind: ConfigKind): unknown {
  if (typeof value !== "string") return value;
  const trimmed = value.trim();
  if (kind.type === "number") return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : value;
  if (kind.type === "switch") return { true: true, false: false }[trimmed] ?? value;
  if (kind.type === "list") {
    return trimmed
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "");
  }
  return value;
}

/** Resolves paths relative to where they were set, so that they work from the current folder. */
function resolvePaths(value: ConfigValue, { key, base }: RawSetting, cwd: string): ConfigValue {
  if (key.kind.type === "command") return splitCommand(value as string | readonly string[]);
  const from = (path: string): string => (base === cwd || isAbsolute(path) ? path : join(base, path));
  if (key.kind.type === "path") return from(String(value));
  if (key.kind.type === "store") return String(value).includes("://") ? value : from(String(value));
  if (key.kind.type !== "list" || key.kind.paths !== true) return value;
  return (value as readonly string[]).map((entry) => (looksLikeFile(entry) ? from(entry) : entry));
}

const isText = ({ type }: ConfigKind): boolean => type === "text" || type === "path";

function describeValue(value: unknown): string {
  if (typeof value === "string" && value !== "") {
    const cut = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
    return `the text ${JSON.stringify(cut)}`;
  }
  return typeof value === "number" || typeof value === "boolean" ? String(value) : kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "string") return "an invalid text";
  if (typeof value === "number") return "a number";
  return typeof value === "boolean" ? "true or false" : "a group of keys";
}
