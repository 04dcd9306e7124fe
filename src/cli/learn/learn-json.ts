import type { BackTest, LearnReport, RecurringCorrection } from "../../core/correction/learn-report.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { defined } from "../../core/defined.ts";

/** The report for programs. Its keys are documented and stay. */
export function learnJson({
  read,
  recurring,
  once,
  notFollowed,
  neverCorrected,
  editedByHand,
  weeks,
  backTest,
}: LearnReport): unknown {
  return {
    read: {
      files: read.files,
      files_read_now: read.filesRead,
      conversations: read.conversations,
      turns: read.turns,
      agents: read.agents,
      lines: read.lines,
      lines_not_understood: read.linesNotUnderstood,
      unread: read.unread,
      unknown_files: read.unknownFiles,
      pull_requests: read.reviews.sessions,
      review_comments: read.reviews.remarks,
      commits: read.commits.sessions,
      corrections: read.corrections,
      review_corrections: read.reviews.corrections,
      commit_corrections: read.commits.corrections,
    },
    recurring: recurring.map(groupJson),
    said_and_not_followed: notFollowed.map(({ rule, corrections }) => ({
      ...rule,
      corrections: corrections.map(correctionJson),
    })),
    said_once: once.map(correctionJson),
    edited_by_hand: editedByHand.map(({ path, edits }) => ({ path, edits: edits.map(correctionJson) })),
    never_corrected: neverCorrected,
    weeks,
    back_test: backTest === undefined ? null : backTestJson(backTest),
  };
}

const groupJson = ({
  rule,
  isDrafted,
  members,
  edits,
  authors,
  landed,
  sessions,
  first,
  last,
  rework,
}: RecurringCorrection): unknown => ({
  rule,
  /** Whether a rule was tried. */
  drafted: isDrafted,
  times: members.length,
  sessions,
  authors,
  first: first ?? null,
  last: last ?? null,
  rework_calls: rework,
  landed: landed.landed,
  outcome_known: landed.known,
  corrections: members.map(correctionJson),
  edits: edits.map(correctionJson),
});

const correctionJson = ({
  id,
  found,
  kind,
  remark,
  outcome,
  session,
  time,
  origin,
  ...rest
}: PastCorrection) =>
  defined({
    id,
    found,
    kind,
    remark,
    outcome,
    session,
    time,
    origin,
    act: rest.act,
    before: rest.before,
    after: rest.after,
    author: rest.author,
    agent: rest.agent,
    project: rest.project,
    path: rest.path,
    rework_calls: rest.rework,
  });

const backTestJson = ({ learnedFrom, groups, later, covered, reworkCovered, since }: BackTest): unknown => ({
  learned_from: learnedFrom,
  groups,
  later,
  covered,
  rework_calls_covered: reworkCovered,
  since,
});
