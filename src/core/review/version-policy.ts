import { fail, ok, type Result } from "../result.ts";

/** The versions that a parser accepts. */
export interface VersionPolicy {
  /** Accepts this version and newer minors of the same major. */
  readonly schema_version: string;
  /** Accepted exactly, unless patch drift is allowed; `1.0` and `1.0.0` are the same. */
  readonly prompt_version: string;
  /** Also accepts other patches of the same major and minor. */
  readonly allow_prompt_patch_drift?: boolean;
}

export const CURRENT_VERSIONS: VersionPolicy = {
  schema_version: "1.0",
  prompt_version: "1.0",
  allow_prompt_patch_drift: false,
};

const SCHEMA_VERSION = /^[0-9]+\.[0-9]+$/;
const PROMPT_VERSION = /^[0-9]+\.[0-9]+(?:\.[0-9]+)?$/;

/** Reads the policy from a configuration, with defaults. */
export function readVersionPolicy(
  value: unknown,
): Result<VersionPolicy, { code: "invalid_config"; message: string }> {
  if (value === undefined || value === null) return ok(CURRENT_VERSIONS);
  if (typeof value !== "object" || Array.isArray(value)) return invalid("config must be an object");
  const config = value as Record<string, unknown>;
  const schema = config["schema_version"] ?? CURRENT_VERSIONS.schema_version;
  const prompt = config["prompt_version"] ?? CURRENT_VERSIONS.prompt_version;
  const drift = config["allow_prompt_patch_drift"] ?? false;
  if (typeof schema !== "string" || !SCHEMA_VERSION.test(schema)) {
    return invalid('config.schema_version must be a text such as "1.0"');
  }
  if (typeof prompt !== "string" || !PROMPT_VERSION.test(prompt)) {
    return invalid('config.prompt_version must be a text such as "1.0" or "1.0.2"');
  }
  if (typeof drift !== "boolean") return invalid("config.allow_prompt_patch_drift must be true or false");
  return ok({ schema_version: schema, prompt_version: prompt, allow_prompt_patch_drift: drift });
}

const invalid = (message: string): Result<never, { code: "invalid_config"; message: string }> =>
  fail({ code: "invalid_config", message });

/** Compares an answer's schema version with the parser's. */
export function compareSchemaVersion(
  found: string,
  accepted: string,
): "same" | "newer_minor" | "older_minor" | "other_major" {
  if (found === accepted) return "same";
  const [foundMajor = "", foundMinor = ""] = found.split(".");
  const [major = "", minor = ""] = accepted.split(".");
  if (compareDigits(foundMajor, major) !== 0) return "other_major";
  const order = compareDigits(foundMinor, minor);
  return order === 0 ? "same" : order > 0 ? "newer_minor" : "older_minor";
}

export function isSchemaAccepted(found: string, accepted: string): boolean {
  const order = compareSchemaVersion(found, accepted);
  return order === "same" || order === "newer_minor";
}

export function isPromptVersionAccepted(found: string, policy: VersionPolicy): boolean {
  if (normalizeVersion(found) === normalizeVersion(policy.prompt_version)) return true;
  if (policy.allow_prompt_patch_drift !== true) return false;
  const [foundMajor = "", foundMinor = ""] = found.split(".");
  const [major = "", minor = ""] = policy.prompt_version.split(".");
  return compareDigits(foundMajor, major) === 0 && compareDigits(foundMinor, minor) === 0;
}

/** Normalises a version: no leading zeros, and no patch if it is 0. */
export function normalizeVersion(version: string): string {
  const [major = "", minor = "", patch = "0"] = version.split(".").map(withoutZeros);
  return patch === "0" ? `${major}.${minor}` : `${major}.${minor}.${patch}`;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=[0-9])/, "");

/** Compares digits as text, because numbers lose precision past 2^53. */
function compareDigits(a: string, b: string): number {
  const left = withoutZeros(a);
  const right = withoutZeros(b);
  if (left.length !== right.length) return left.length - right.length;
  return left === right ? 0 : left < right ? -1 : 1;
}
