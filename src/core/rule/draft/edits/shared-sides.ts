import { type Edit, type EditToken, KEYWORDS } from "./edit.ts";
import { type EditFinding, neededOf, asCode, asQuotedWords } from "./edit-kind.ts";
import { runText, isInformative } from "./shared-runs.ts";

const SIDE_SCORE = { one: 58, other: 52 } as const;
const WHOLE = 15;
const MAX_LISTED = 3;
const MAX_LENGTH = 40;

interface Replaced {
  readonly edit: number;
  readonly removed: string;
  readonly added: string;
}

/**
 * Different texts that became the same ("acme cloud" and "AcmeCloud" became "Acme Cloud"), or the same text that
 * became something different each time.
 */
export function sharedSides(edits: readonly Edit[]): readonly EditFinding[] {
  const needed = neededOf(edits.length);
  const isCode = edits.every((edit) => edit.isCode);
  const quote = isCode ? asCode : asQuotedWords;
  const all = edits.flatMap((edit, at) => replacedBy(edit, at, isCode));
  const findings: EditFinding[] = [];
  for (const [added, found] of Map.groupBy(all, (one) => one.added)) {
    const removed = [...new Set(found.map((one) => one.removed))];
    const covers = countEdits(found);
    const isInformativeAll = removed.every((words) => isInformative("replace", words, added, true, isCode));
    if (covers < needed || removed.length < 2 || removed.length > MAX_LISTED || !isInformativeAll) continue;
    const [what, insteadOf] = [quote(added), listed(removed.map(quote))];
    const isWhole = found.every(({ edit }) => edits[edit]!.hunks.length === 1);
    const text = `${isCode ? "Use" : "Write"} ${what} instead of ${insteadOf}`;
    findings.push({
      act: "replace",
      what,
      insteadOf,
      text,
      covers,
      isWhole,
      score: SIDE_SCORE.one + (isWhole ? WHOLE : 0),
    });
  }
  for (const [removed, found] of Map.groupBy(all, (one) => one.removed)) {
    const covers = countEdits(found);
    if (covers < needed || new Set(found.map((one) => one.added)).size < covers) continue;
    if (!isInformative("strike", removed, "", false, isCode)) continue;
    const what = quote(removed);
    findings.push({
      act: "avoid",
      what,
      text: `Do not ${isCode ? "use" : "write"} ${what}`,
      covers,
      isWhole: false,
      score: SIDE_SCORE.other,
    });
  }
  return findings;
}

const countEdits = (found: readonly Replaced[]): number => new Set(found.map(({ edit }) => edit)).size;

const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;

function replacedBy(edit: Edit, at: number, isCode: boolean): readonly Replaced[] {
  return edit.hunks.flatMap(({ from, to, start, end }, hunk) => {
    if (from === to || start === end) return [];
    const removed = runText(edit, "removed", { edit: at, hunk, from, to }, isCode);
    const added = runText(edit, "added", { edit: at, hunk, from: start, to: end }, isCode);
    return removed.length > MAX_LENGTH || added.length > MAX_LENGTH ? [] : [{ edit: at, removed, added }];
  });
}

const FRAME_SCORE = { code: 54, prose: 66 } as const;
const MAX_WINDOW = 60;
const MIN_PROSE_WORDS = 5;

/** A token that all edits share, and whether some have other tokens before it. */
interface Framed {
  readonly token: EditToken;
  readonly isApart: boolean;
}

/**
 * A frame that all edits share, with gaps for what varies: `assertEquals(…, …)` became `assertThat(…).isEqualTo(…)`,
 * or every text became "As a …, I want …".
 */
export function sharedFrames(edits: readonly Edit[]): readonly EditFinding[] {
  if (neededOf(edits.length) < edits.length) return [];
  const isCode = edits.every((edit) => edit.isCode);
  const after = frameOf(
    edits.map(({ afterTokens, hunks }) => windowOf(afterTokens, hunks[0]?.start, hunks.at(-1)?.end)),
  );
  const before = frameOf(
    edits.map(({ beforeTokens, hunks }) => windowOf(beforeTokens, hunks[0]?.from, hunks.at(-1)?.to)),
  );
  const base = { covers: edits.length, isWhole: false };
  if (isCode) {
    const [had, has] = [namesOf(before), namesOf(after)];
    if (!has.some((name) => !had.includes(name)) || !had.some((name) => !has.includes(name))) return [];
    const [what, insteadOf] = [asCode(render(after, true)), asCode(render(before, true))];
    return [
      {
        ...base,
        act: "replace",
        what,
        insteadOf,
        text: `Use ${what} instead of ${insteadOf}`,
        score: FRAME_SCORE.code,
      },
    ];
  }
  const known = new Set(edits.flatMap(({ beforeTokens }) => beforeTokens.map(({ key }) => key)));
  const words = after.filter(({ token }) => /\p{L}/u.test(token.text) && !known.has(token.key));
  const shortest = Math.min(...edits.map(({ afterTokens }) => afterTokens.length));
  if (
    words.length < MIN_PROSE_WORDS ||
    4 * words.length < shortest ||
    !after.some(({ isApart }, at) => isApart && at > 0)
  )
    return [];
  const what = asQuotedWords(render(after, false).replace(/^… /, "").replace(/\.$/, ""));
  return [{ ...base, act: "do", what, text: `Write it in the form ${what}`, score: FRAME_SCORE.prose }];
}

/** The changed tokens, from the first hunk to the last, extended to the closing brackets. */
function windowOf(tokens: readonly EditToken[], from = 0, to = 0): readonly EditToken[] {
  const last = Math.min(tokens.length, from + MAX_WINDOW);
  let depth = 0;
  let end = from;
  while (end < last && (end < to || depth > 0)) {
    const { text } = tokens[end]!;
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    end += 1;
  }
  return tokens.slice(from, end);
}

/** The common tokens of all windows, in order. */
function frameOf(windows: readonly (readonly EditToken[])[]): readonly Framed[] {
  let frame: readonly Framed[] = (windows[0] ?? []).map((token) => ({ token, isApart: false }));
  for (const window of windows.slice(1)) frame = commonFrame(frame, window);
  return frame;
}

function commonFrame(frame: readonly Framed[], window: readonly EditToken[]): readonly Framed[] {
  const width = window.length + 1;
  const lengths = new Uint16Array((frame.length + 1) * width);
  for (let row = frame.length - 1; row >= 0; row -= 1) {
    for (let column = window.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        frame[row]!.token.key === window[column]!.key
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  const kept: Framed[] = [];
  let [row, column, isApart] = [0, 0, false];
  while (row < frame.length && column < window.length) {
    if (frame[row]!.token.key === window[column]!.key) {
      kept.push({ token: frame[row]!.token, isApart: isApart || frame[row]!.isApart });
      isApart = false;
      row += 1;
      column += 1;
    } else {
      if (lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!) row += 1;
      else column += 1;
      isApart = true;
    }
  }
  return kept;
}

const namesOf = (frame: readonly Framed[]): readonly string[] =>
  frame
    .map(({ token }) => token.text)
    .filter((name) => /^\p{L}[\p{L}\p{N}_]{2,}$/u.test(name) && !KEYWORDS.has(name.toLowerCase()));

/** The frame with an ellipsis for every gap, spaced as in the first edit. */
function render(frame: readonly Framed[], isCode: boolean): string {
  let text = "";
  for (const [at, { token, isApart }] of frame.entries()) {
    const last = frame[at - 1]?.token;
    if (isApart) text += text === "" ? "… " : /[([{.]$/.test(text) ? "…" : " … ";
    else if (last !== undefined && token.start > last.end) text += " ";
    text += token.text;
  }
  return isCode
    ? text.replaceAll(/ … (?=[)\]},;.])/g, "…").replaceAll(",…", ", …")
    : text.replaceAll(/ … (?=[,;.!?])/g, " …");
}
