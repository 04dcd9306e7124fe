import type { Span } from "../actionable/actionable-feedback.ts";

export interface FoundSecret extends Span {
  /** A description for people. */
  readonly looks_like: string;
}

/** Key formats that their issuers made recognisable, and places where secrets are written out. */
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
/** Entropy in bits per character above which a string is hardly made of words. */
const RANDOM_BITS = 4;

/** Likely secrets in a text, in order and without overlap. */
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

/** A hash, or a random mix of letters and digits. Paths and names are made of words. */
function looksRandom(run: string): boolean {
  if (HEX.test(run)) return /\d/.test(run) && /[a-f]/i.test(run);
  const mixed = /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
  return mixed && longestWordShare(run) < 0.5 && bitsPerCharacter(run) >= RANDOM_BITS;
}

/** The share of the string that consists of words of four letters or more. */
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

/** Replaces likely secrets. */
export function maskSecrets(text: string): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    masked += `${text.slice(at, start)}[secret]`;
    at = end;
  }
  return masked + text.slice(at);
}
