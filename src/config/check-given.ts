import { isAbsolute, join, resolve } from "node:path";
import { fail, ok, type Result } from "../core/result.ts";
import type { ConfigKind, ConfigValue } from "./config-keys.ts";
import { expectedOf, valueSchema } from "./config-schema.ts";
import type { ConfigProblem, Given } from "./given.ts";
import { readBounded } from "./read-bounded.ts";

const MOST_SECRET_BYTES = 64 * 1024;
const MOST_SHOWN = 40;

/** The value that was meant, or what is wrong with it; no message says anything of a secret. */
export async function checkGiven(given: Given, cwd: string): Promise<Result<ConfigValue, ConfigProblem>> {
  const { key, source } = given;
  const wrong = (code: ConfigProblem["code"], message: string): Result<never, ConfigProblem> =>
    fail({ code, source, message: `${key.name}: ${message}` });
  const found = given.inFile ? await fromFile(given) : ok(given.value);
  if (!found.ok) return wrong("secret_unreadable", found.error);
  if (found.value === "" && key.emptyStands === true && !given.inFile) return ok("");
  const typed = given.asText || given.inFile ? toTyped(found.value, key.kind) : found.value;
  const checked = valueSchema(key.kind).safeParse(typed);
  if (!checked.success) {
    const expected = `expected ${expectedOf(key.kind)}`;
    const got = key.secret === undefined ? shown(typed) : kindOf(typed);
    const hint = isText(key.kind) && typeof typed === "number" ? "; put it in quotes" : "";
    return wrong("invalid_value", `${expected}, got ${got}${hint}`);
  }
  return ok(located(checked.data as ConfigValue, given, cwd));
}

async function fromFile({ value, base }: Given): Promise<Result<string, string>> {
  if (typeof value !== "string" || value.trim() === "") return fail("expected the path of a file");
  const read = await readBounded(resolve(base, value), MOST_SECRET_BYTES);
  if (!read.ok) return fail(`cannot read it from ${value.slice(0, 200)}: ${read.error}`);
  const text = read.value.text.replace(/[\r\n]+$/, "");
  return text.trim() === "" ? fail(`the file ${value.slice(0, 200)} is empty`) : ok(text);
}

/** Text from the environment as what the key takes; what does not fit stays text. */
function toTyped(value: unknown, kind: ConfigKind): unknown {
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

/** Paths are meant from where they were written; all others use them from the present folder. */
function located(value: ConfigValue, { key, base }: Given, cwd: string): ConfigValue {
  const from = (path: string): string => (base === cwd || isAbsolute(path) ? path : join(base, path));
  if (key.kind.type === "path") return from(String(value));
  if (key.kind.type === "store") return String(value).includes("://") ? value : from(String(value));
  if (key.kind.type !== "list" || key.kind.paths !== true) return value;
  return (value as readonly string[]).map((entry) => (/[/\\]|\.json$/i.test(entry) ? from(entry) : entry));
}

const isText = ({ type }: ConfigKind): boolean => type === "text" || type === "path";

function shown(value: unknown): string {
  if (typeof value === "string" && value !== "") {
    const cut = value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value;
    return `the text ${JSON.stringify(cut)}`;
  }
  return typeof value === "number" || typeof value === "boolean" ? String(value) : kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "string") return "a text that is none";
  if (typeof value === "number") return "a number";
  return typeof value === "boolean" ? "true or false" : "a group of keys";
}
