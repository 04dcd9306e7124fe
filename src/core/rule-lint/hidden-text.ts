import { findTakeovers, foldText } from "../rule-text/find-takeovers.ts";
import { hiddenKind } from "../text/hidden-characters.ts";
import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import { lintFinding, type LintFinding } from "./lint-finding.ts";

const MAX_FINDINGS = 200;
const MAX_COMMENT = 4_096;

/** Characters and comments that an agent reads and people do not see. */
export function findHiddenText(file: RuleFile): readonly LintFinding[] {
  const found: LintFinding[] = [];
  for (const { number, text } of file.lines) {
    if (found.length >= MAX_FINDINGS) break;
    const message = hiddenCharacters(text) ?? lookAlikes(text);
    if (message === undefined) continue;
    const visible = withoutHidden(text);
    const fix =
      visible === text
        ? undefined
        : { from: number, to: number, lines: [visible], reason: "people do not see these characters" };
    found.push(
      lintFinding(
        "hidden-characters",
        { file: file.path, line: number },
        { message, subject: visible.trim().slice(0, 80), fix },
      ),
    );
  }
  return [...found, ...hiddenOrders(file)];
}

interface HiddenPart {
  readonly start: number;
  readonly end: number;
  readonly kind: keyof typeof NAMES;
}

/** Invisible characters that no script and no emoji needs. */
function hiddenParts(text: string): readonly HiddenPart[] {
  const parts: HiddenPart[] = [];
  let at = 0;
  for (const character of text) {
    const kind = hiddenKind(character.codePointAt(0)!);
    const end = at + character.length;
    if (
      kind !== undefined &&
      character !== "\t" &&
      character !== "\r" &&
      !isNeeded(text, at, character, parts.at(-1)?.end === at ? parts.at(-1) : undefined)
    ) {
      const name = kind === "control" ? "control" : kind;
      const last = parts.at(-1);
      if (last?.end === at && last.kind === name) parts[parts.length - 1] = { ...last, end };
      else parts.push({ start: at, end, kind: name });
    }
    at = end;
  }
  return parts;
}

/** From the end, so that the positions of earlier parts stay right. */
const withoutHidden = (text: string): string =>
  hiddenParts(text).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);

const NAMES = {
  hidden_character: "an invisible character",
  bidi_control: "a character that turns the reading direction",
  tag_character: "invisible tag characters, which can spell out hidden instructions",
  control: "a control character",
} as const;

/** Joiners in emoji and in scripts that join letters, variation selectors, marks in right-to-left text, and the mark of the encoding. */
function isNeeded(text: string, at: number, character: string, before: HiddenPart | undefined): boolean {
  if (before !== undefined) return false;
  const [left, right] = [
    text.slice(Math.max(0, at - 2), at),
    text.slice(at + character.length, at + character.length + 2),
  ];
  if (character === "\uFEFF") return at === 0;
  if (/[\uFE00-\uFE0F]/.test(character)) return /[\d#*]$/.test(left) || (at > 0 && !/[\s\w]$/.test(left));
  if (/[\u200c\u200d]/.test(character))
    return (
      /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u.test(left) ||
      (/\p{L}|\p{M}/u.test(left) &&
        /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}]/u.test(left + right))
    );
  if (/[\u200e\u200f\u061c]/.test(character)) return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
  // Flags of England, Scotland and Wales are spelled with tags.
  if (character >= "\u{e0020}" && character <= "\u{e007f}")
    return /\u{1F3F4}[\u{e0020}-\u{e007f}]{0,6}$/u.test(text.slice(Math.max(0, at - 16), at));
  return (
    /[\p{Script=Braille}\p{Script=Hangul}]/u.test(character) &&
    character !== "\u2800" &&
    character !== "\u3164"
  );
}

function hiddenCharacters(text: string): string | undefined {
  const [part] = hiddenParts(text);
  if (part === undefined) return undefined;
  const code = text.codePointAt(part.start)!.toString(16).toUpperCase().padStart(4, "0");
  return `Column ${part.start + 1} has ${NAMES[part.kind]} (U+${code}), which an agent reads and people do not see. Delete it.`;
}

/** Cyrillic and Greek letters that look exactly like Latin ones. */
const LOOK_ALIKE = "АВЕЅІЈКМНОРСТХУаесорхуіјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο";
const MIXED = new RegExp(`[A-Za-z${LOOK_ALIKE}]{3,60}`, "gu");
const FOREIGN = new RegExp(`[${LOOK_ALIKE}]`, "u");

function lookAlikes(text: string): string | undefined {
  for (const { 0: word, index } of text.matchAll(MIXED)) {
    const around = (text[index - 1] ?? "") + (text[index + word.length] ?? "");
    if (!/[A-Za-z]/.test(word) || !FOREIGN.test(word) || /[\p{L}\p{M}]/u.test(around)) continue;
    return `A word mixes alphabets: one letter of ${JSON.stringify(word)} only looks Latin, so a search does not find it. Retype the word.`;
  }
  return undefined;
}

/** Comments that tell an agent what to do, which a rendered page does not show. */
function hiddenOrders(file: RuleFile): readonly LintFinding[] {
  const text = file.lines
    .map((line) => (line.kind === "code" || line.kind === "managed" ? "" : line.text))
    .join("\n");
  if (!text.includes("<!--")) return [];
  const found: LintFinding[] = [];
  let next = text.indexOf("<!--");
  while (next !== -1 && found.length < MAX_FINDINGS) {
    const at = next;
    const close = text.indexOf("-->", at);
    const end = close === -1 ? text.length : close;
    const comment = text.slice(at + 4, Math.min(end, at + MAX_COMMENT)).trim();
    next = text.indexOf("<!--", end);
    const [takeover] = findTakeovers(foldText(comment).text);
    const isAddressed = ADDRESSED.test(comment) && !OF_TOOLS.test(comment);
    if (takeover === undefined && !isAddressed) continue;
    const line = text.slice(0, at).split("\n").length;
    found.push(
      lintFinding(
        "hidden-characters",
        { file: file.path, line },
        {
          message:
            "An HTML comment gives an agent orders that a rendered page does not show. Write them as text, or delete the comment.",
          subject: comment.slice(0, 80),
          ...(takeover === undefined ? { severity: "warning" as const } : {}),
        },
      ),
    );
  }
  return found;
}

const OF_TOOLS = /\b(?:do not edit|don['’]t edit|managed by|generated)\b/i;

/** Words by which a comment speaks to an agent, not to whoever edits the file. */
const ADDRESSED =
  /\b(?:you (?:must|should|are|have to|need to)|(?:ai|agents?|assistants?|llms?|claude|copilot|cursor|codex|gemini)\b[^\n]{0,40}\b(?:must|should|always|never|do not|don['’]t))\b/i;
