import type { Span } from "../actionable/actionable-feedback.ts";

export interface FoundSecret extends Span {
  /** What it looks like, for a person. */
  readonly looks_like: string;
}

/** Shapes of keys that their issuers made recognisable, and places where a secret is written out. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, "an AWS access key"],
  [/\bgh[opsur]_[A-Za-z0-9]{36,255}/g, "a GitHub token"],
  [/\bgithub_pat_\w{22,255}/g, "a GitHub token"],
  [/\bglpat-[\w-]{20,64}/g, "a GitLab token"],
  [/\bxox[abeprs]-[A-Za-z0-9-]{10,250}/g, "a Slack token"],
  [/\bsk-[\w-]{20,250}/g, "an API key"],
  [/\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}/g, "a Stripe key"],
  [/\bAIza[\w-]{35}/g, "a Google API key"],
  [/\bnpm_[A-Za-z0-9]{36}/g, "an npm token"],
  [/\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{0,2000}/g, "a JSON web token"],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g, "a private key"],
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,100}:[^\s/@]{1,200}@/gi, "a password in an address"],
  [
    /\b(?:password|passwd|secret|token|api[_-]?key)["']?\s?[:=]\s?["']?[^\s"'<>{}()$]{8,200}/gi,
    "a written-out password",
  ],
];

const RUN = /[A-Za-z0-9+/_=-]{20,512}/g;
const HEX = /^[0-9a-f]{32,512}$/i;
/** Bits a character above which letters and digits are hardly words. */
const RANDOM_BITS = 4;

/** Where a text seems to hold a secret, in order and without overlap. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const found = SHAPES.flatMap(([shape, looks_like]) =>
    [...text.matchAll(shape)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      looks_like,
    })),
  );
  for (const match of text.matchAll(RUN)) {
    if (looksRandom(match[0])) {
      found.push({ start: match.index, end: match.index + match[0].length, looks_like: "a random key" });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: FoundSecret[] = [];
  for (const secret of found) if (secret.start >= (apart.at(-1)?.end ?? 0)) apart.push(secret);
  return apart;
}

/** A hash, or letters of both cases with digits in no order; a path or a name is made of words. */
function looksRandom(run: string): boolean {
  if (HEX.test(run)) return /\d/.test(run) && /[a-f]/i.test(run);
  const mixed = /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
  return mixed && longestWordShare(run) < 0.5 && bitsPerCharacter(run) >= RANDOM_BITS;
}

/** How much of it the parts of four lower-case letters and more make up. */
function longestWordShare(run: string): number {
  const words = run.match(/[A-Z]?[a-z]{4,64}/g) ?? [];
  return words.reduce((sum, word) => sum + word.length, 0) / run.length;
}

function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const unit of text) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The text with what looks like a secret taken out. */
export function maskSecrets(text: string): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    masked += `${text.slice(at, start)}[secret]`;
    at = end;
  }
  return masked + text.slice(at);
}
