import { canonicalPath } from "../change/canonical-path.ts";
import { defined } from "../defined.ts";
import { parseDiff } from "../diff/parse-diff.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { UNNAMED_OUTPUT } from "../feedback/from-decision.ts";
import { isEvidence } from "../feedback/kind-of-feedback.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import { clipText } from "../text/bounded-text.ts";
import { correctionId, MAX_KEPT_EDIT, type PastCorrection } from "./past-correction.ts";

/** The feedback keeps its whole diff. */
const MAX_HUNKS = 32;

/** Tools that list remarks on a change, not decisions on it. */
const REVIEW_SOURCES: ReadonlySet<string> = new Set(["review", "github_comment", "sarif", "actionable"]);

/**
 * The corrections in recorded feedback: one for each hunk of its diff, with the remark. Only those by trusted people
 * about an agent's work. The same feedback gives the same corrections, so they can be made again at any time.
 */
export function correctionsOfFeedback(feedback: Feedback): readonly PastCorrection[] {
  const { author, correction, outcome, source, task, target } = feedback;
  const isPersons = author.trust === "person" && isEvidence(feedback);
  // A signal was made from a correction that is in the store already.
  if (correction?.diff === undefined || !isPersons || source.kind === "signal") return [];
  const files = parseDiff(correction.diff);
  const only = files.length === 1 ? target?.path : undefined;
  const isReview = outcome === null || REVIEW_SOURCES.has(source.kind);
  const remark = feedback.comment ?? [feedback.wrong, feedback.fix].filter(Boolean).join("\n");
  const hunks = files.flatMap(({ path, hunks: of }) =>
    of.flatMap((hunk) => {
      const sides = sidesOf(hunk.lines);
      // A merge has several sides before.
      return sides === undefined || hunk.oldStarts.length > 1 ? [] : [{ path: only ?? path, ...sides }];
    }),
  );
  return hunks.slice(0, MAX_HUNKS).map(({ path, before, after }, at): PastCorrection => ({
    id: correctionId(keyOf(feedback.event_id, at)),
    found: isReview ? "review" : "decision",
    kind: outcome === "approved_with_changes" ? "rewritten" : "review",
    remark: shown(remark),
    before: shown(before),
    after: shown(after),
    outcome: outcome === "approved_with_changes" ? "landed" : "unknown",
    author: author.id,
    project: /^([^\s#/]{1,100}\/[^\s#/]{1,100})#\d{1,12}$/.exec(task ?? "")?.[1] ?? "",
    session: feedback.run ?? task ?? feedback.id,
    time: feedback.time,
    rework: 0,
    origin: { feedback: feedback.id },
    ...defined({ agent: feedback.agent, path: path === UNNAMED_OUTPUT ? undefined : canonicalPath(path) }),
  }));
}

/** Every id under which a store may have the corrections that a piece of feedback came from, or that it carries. */
export function correctionIdsOf(feedback: Feedback): readonly string[] {
  const { source, event_id } = feedback;
  return [
    ...correctionsOfFeedback(feedback).map(({ id }) => id),
    ...(source.ref?.startsWith("co_") === true ? [source.ref] : []),
    correctionId(keyOf(event_id, 0)),
    correctionId(`record:${event_id}`),
  ];
}

/** A remark on GitHub has the key that a walk over the repository's reviews gives it, so it is one correction. */
function keyOf(eventId: string, at: number): string {
  const [, server = "github.com", remark] =
    /^github_comment:(?:([^/]{1,260})\/)?(\w{1,20}\/\d{1,20})$/.exec(eventId) ?? [];
  return remark === undefined || at > 0 ? `${eventId}#${at}` : `review:${server}/${remark}`;
}

/** The lines of a hunk from its first change to its last one. */
function sidesOf(lines: readonly string[]): { readonly before: string; readonly after: string } | undefined {
  const isChange = (line: string): boolean => line[0] === "-" || line[0] === "+";
  const first = lines.findIndex(isChange);
  if (first === -1) return undefined;
  const changed = lines.slice(first, lines.findLastIndex(isChange) + 1);
  const without = (sign: string): string =>
    changed
      .filter((line) => line[0] !== sign)
      .map((line) => line.slice(1))
      .join("\n");
  return { before: without("+"), after: without("-") };
}

/** Masked before it is cut, because half a secret is not recognised. */
const shown = (text: string): string => clipText(maskPrivate(text), MAX_KEPT_EDIT);
