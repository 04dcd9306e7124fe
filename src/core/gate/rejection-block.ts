import { canonicalJson, isJsonObject } from "../json/json.ts";
import { REJECTION_VERSION, type Signer, normalizeIssues, type Rejection } from "./rejection.ts";
import { fail, ok, type Result } from "../result.ts";
import { toUtcTimestamp } from "../time/time.ts";

/**
 * Escapes JSON text so that its strings cannot end or open an HTML comment, mention anyone, or hide characters.
 * These characters occur only within strings, so `\uXXXX` keeps the value the same.
 */
export const escapeJson = (json: string): string => json.replace(UNSAFE, escapeCharacter);

/** Writes every code unit of a character as `\uXXXX`. */
export const escapeCharacter = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** Invisible characters: controls, direction marks, joiners, variation selectors, tags. */
export const INVISIBLE =
  "\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}";

const UNSAFE = new RegExp(`[<>@\`${INVISIBLE}]|-(?=-)`, "gu");

/** The text to sign: the canonical JSON of every key but `sig`. Undefined if the value nests too deeply. */
function signedText(block: Readonly<Record<string, unknown>>): string | undefined {
  return canonicalJson(Object.fromEntries(Object.entries(block).filter(([key]) => key !== "sig")));
}

/** The machine-readable half of a rejection: one HTML comment on one line. */
export function writeRejectionBlock(
  content: { issues: readonly string[]; unregistered: readonly string[]; source: string; ts: string },
  signer: Signer | undefined,
): string {
  const { issues, unregistered, source, ts } = content;
  const block = {
    v: REJECTION_VERSION,
    issues,
    ...(unregistered.length === 0 ? {} : { unregistered }),
    source,
    ts,
  };
  const text = signer === undefined ? undefined : signedText(block);
  const sig = text === undefined ? {} : { sig: signer?.sign(text) };
  return `<!-- REJECTION: ${escapeJson(JSON.stringify({ ...block, ...sig }))} -->`;
}

export interface RejectionBlockProblem {
  readonly code: "malformed" | "unsupported_version" | "unsigned" | "bad_signature";
  readonly message: string;
}

interface BlockNote {
  readonly code: "signature_unchecked" | "issues_empty";
  readonly message: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Parses the JSON of a block, with notes about it, or says why it is ignored. */
export function readRejectionBlock(
  text: string,
  signer: Signer | undefined,
  fallbackTag: string,
): Result<{ rejection: Rejection; notes: readonly BlockNote[] }, RejectionBlockProblem> {
  const block = parseObject(text);
  if (block === undefined) return malformed("a JSON object in the block");
  const version = Object.hasOwn(block, "v") ? block["v"] : 0;
  if (version !== 0 && version !== REJECTION_VERSION) {
    return fail({
      code: "unsupported_version",
      message: `the block's version is unknown: expected v to be ${REJECTION_VERSION}; update Emend to read newer ones`,
    });
  }
  const signatureProblem = signer === undefined ? undefined : checkSignature(block, signer);
  if (signatureProblem !== undefined) return fail(signatureProblem);

  const { issues, unregistered, source, ts } = ownFields(block);
  if (!isTexts(issues)) return malformed("issues to be an array of strings");
  if (unregistered !== undefined && !isTexts(unregistered)) {
    return malformed("unregistered to be an array of strings");
  }
  // The original format was also written by hand, so its tags alone are enough.
  const required = version === REJECTION_VERSION;
  if (typeof source !== "string" && (required || source !== undefined))
    return malformed("source to be a string");
  const utc = typeof ts === "string" ? toUtcTimestamp(ts) : undefined;
  if (utc === undefined && (required || ts !== undefined)) return malformed("ts to be an RFC 3339 date-time");

  const tags = normalizeIssues(issues, fallbackTag);
  const unknown = new Set(unregistered);
  const notes: BlockNote[] = [];
  if (signer === undefined && Object.hasOwn(block, "sig")) {
    notes.push({
      code: "signature_unchecked",
      message: "the block is signed, but no key was given to check it with",
    });
  }
  if (issues.every((tag) => tag.trim() === "")) {
    notes.push({ code: "issues_empty", message: `the block has no tag; it is read as ${fallbackTag}` });
  }
  return ok({
    rejection: {
      issues: tags,
      unregistered: tags.filter((tag) => unknown.has(tag)),
      source: source ?? null,
      ts: utc ?? null,
      version,
      signed: signer !== undefined,
    },
    notes,
  });
}

function parseObject(text: string): Json | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJsonObject(value) ? value : undefined;
}

/** Reads own keys only, so that `__proto__` cannot add fields. */
function ownFields(block: Json): { issues: unknown; unregistered: unknown; source: unknown; ts: unknown } {
  const own = (key: string): unknown => (Object.hasOwn(block, key) ? block[key] : undefined);
  return { issues: own("issues"), unregistered: own("unregistered"), source: own("source"), ts: own("ts") };
}

function checkSignature(block: Json, signer: Signer): RejectionBlockProblem | undefined {
  if (!Object.hasOwn(block, "sig")) {
    return {
      code: "unsigned",
      message: "the block has no sig: expected a signature with the configured key",
    };
  }
  const text = signedText(block);
  if (text === undefined)
    return { code: "malformed", message: "the block is malformed: expected at most 8 levels of nesting" };
  const { sig } = block;
  if (typeof sig === "string" && signer.verify(text, sig)) return undefined;
  return {
    code: "bad_signature",
    message: "sig does not match: expected the signature of this block with the configured key",
  };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const malformed = (expected: string): Result<never, RejectionBlockProblem> =>
  fail({ code: "malformed", message: `the block is malformed: expected ${expected}` });
