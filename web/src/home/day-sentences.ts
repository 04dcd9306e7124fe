import type { LoopDay } from "./home-queries.ts";

type Act = LoopDay["acts"][number];

/** A sentence of the day: who did what, and to what. */
export interface DaySentence {
  /** The time of the last act in it. */
  readonly time: string;
  readonly who: string;
  /** Between who and what, such as `approved`. */
  readonly did: string;
  /** A rule's text or the title of work; null if the sentence needs none. */
  readonly what: string | null;
  readonly to: "/proposals/$rule" | "/rules/$rule" | "/inbox/$submission" | null;
  readonly id: string;
}

const EMEND = "Emend";

/** What people did with rules, work and feedback on a day: one sentence for each thing and kind of act. */
export function daySentences(acts: readonly Act[]): readonly DaySentence[] {
  const groups = new Map<string, Act[]>();
  for (const act of acts) {
    const words = WORDS[act.action];
    if (words === undefined) continue;
    const key =
      words.isMerged === true ? act.action + nameOf(act) : `${words.about ?? act.action} ${act.subject}`;
    groups.set(key, [...(groups.get(key) ?? []), act]);
  }
  return Array.from(groups.values(), sentenceOf).toSorted((a, b) => a.time.localeCompare(b.time));
}

interface Words {
  readonly did: string;
  readonly to?: DaySentence["to"];
  /** Acts about the same thing share a sentence, which says the last of them. */
  readonly about?: string;
  /** One sentence counts all acts of a person. */
  readonly isMerged?: true;
}

const RULE = "/rules/$rule";

const WORDS: Readonly<Record<string, Words>> = {
  "rule.proposed": { did: "proposed", to: "/proposals/$rule" },
  "rule.approved": { did: "approved", to: RULE, about: "approval" },
  "rule.activated": { did: "approved", to: RULE, about: "approval" },
  "rule.rejected": { did: "rejected", to: RULE },
  "rule.modified": { did: "changed the proposal", to: "/proposals/$rule" },
  "rule.retired": { did: "retired", to: RULE },
  "rule.flagged": { did: "flagged", to: RULE },
  "rule.kept": { did: "kept", to: RULE },
  "rule.expired": { did: "let the proposal expire:", to: RULE },
  "rule.roll_back_proposed": { did: "proposed to roll back", to: "/proposals/$rule" },
  "check.drafted": { did: "drafted a check" },
  "check.approved": { did: "approved a check" },
  "check.moved": { did: "changed what a check does" },
  "check.retired": { did: "retired a check" },
  "submission.approved": { did: "approved", isMerged: true },
  "submission.approved_with_changes": { did: "approved with changes", to: "/inbox/$submission" },
  "submission.rejected": { did: "rejected", to: "/inbox/$submission" },
  "submission.withdrawn": { did: "withdrew", to: "/inbox/$submission" },
  "evaluation.resolved": { did: "resolved", isMerged: true },
  "evaluation.promoted": { did: "promoted an edge case to a pattern" },
  "cluster.merged": { did: "merged two groups of feedback" },
  "cluster.split": { did: "split a group of feedback" },
};

function sentenceOf(acts: readonly Act[]): DaySentence {
  const last = acts.at(-1)!;
  const { did, to = null, isMerged } = WORDS[last.action]!;
  const base = { time: last.time, id: last.subject };
  if (isMerged === true) {
    const one = last.action === "submission.approved" ? "submission" : "ambiguous remark";
    const count = acts.length === 1 ? `one ${one}` : `${acts.length} ${one}s`;
    return { ...base, who: nameOf(last), did: `${did} ${count}`, what: null, to: null };
  }
  const isInForce = acts.some(({ action }) => action === "rule.activated");
  return {
    ...base,
    who:
      joinNames([...new Set(acts.filter(({ action }) => action !== "rule.activated").map(nameOf))]) ||
      nameOf(last),
    did: isInForce ? "put into force" : did,
    what: last.text,
    to: last.text === null ? null : to,
  };
}

const nameOf = ({ actor }: Act): string => (actor === null ? "Somebody" : actor === "emend" ? EMEND : actor);

function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
