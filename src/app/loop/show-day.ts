import type { AuditEntry } from "../../core/audit/audit-entry.ts";
import { defined } from "../../core/defined.ts";
import { effectiveVersion } from "../../core/rule/rule.ts";
import type { Store } from "../../ports/store.ts";

/** What people did on a day that says something about the work. */
const DAY_ACTIONS = [
  "rule.proposed",
  "rule.approved",
  "rule.activated",
  "rule.rejected",
  "rule.modified",
  "rule.retired",
  "rule.flagged",
  "rule.kept",
  "rule.expired",
  "rule.roll_back_proposed",
  "check.drafted",
  "check.approved",
  "check.moved",
  "check.retired",
  "submission.approved",
  "submission.approved_with_changes",
  "submission.rejected",
  "submission.withdrawn",
  "evaluation.resolved",
  "evaluation.promoted",
  "cluster.merged",
  "cluster.split",
] as const;

export interface DayAct {
  readonly time: string;
  readonly action: string;
  /** Null if the person was erased. */
  readonly actor: string | null;
  readonly subject: string;
  /** The rule's text or the work's title; null if it is unknown. */
  readonly text: string | null;
}

export interface LoopDay {
  readonly day: string;
  readonly corrected: number;
  readonly recurred: number;
  readonly acts: readonly DayAct[];
  /** The number of further acts. */
  readonly acts_more: number;
}

const MAX_ACTS = 60;
/** Acts that are looked up to find those about one agent. */
const MAX_SEARCHED = 300;

/** What happened on a day: corrections, and what people decided. */
export const showDay =
  ({ loop, rules, submissions }: Pick<Store, "loop" | "rules" | "submissions">) =>
  async (
    day: string,
    { agent, person }: { readonly agent?: string; readonly person?: string } = {},
  ): Promise<LoopDay> => {
    const span = { first: day, last: day };
    const counted = await loop.counts({ ...span, ...defined({ agent }) });
    const all = await loop.acts({ ...span, actions: DAY_ACTIONS });
    const entries = all.filter(
      (entry) => person === undefined || (entry.state === "kept" && entry.actor === person),
    );
    const acts: DayAct[] = [];
    for (const entry of entries.slice(0, agent === undefined ? MAX_ACTS : MAX_SEARCHED)) {
      const { text, agents } = await describe(entry);
      if (agent !== undefined && agents !== "all" && !agents.includes(agent)) continue;
      const { time, action, subject } = entry;
      acts.push({ time, action, subject, text, actor: entry.state === "kept" ? entry.actor : null });
    }
    const shown = acts.slice(0, MAX_ACTS);
    const found = agent === undefined ? entries.length : acts.length;
    return { day, ...counted, acts: shown, acts_more: found - shown.length };

    async function describe({ action, subject }: AuditEntry): Promise<Described> {
      if (action.startsWith("rule.")) {
        const rule = await rules.find(subject);
        if (rule === undefined) return { text: null, agents: [] };
        const { text, scope } = effectiveVersion(rule);
        return { text, agents: scope.agents.length === 0 ? "all" : scope.agents };
      }
      if (action.startsWith("submission.")) {
        const work = await submissions.find(subject);
        return work === undefined ? { text: null, agents: [] } : { text: work.title, agents: [work.agent] };
      }
      return { text: null, agents: [] };
    }
  };

/** The text of what was decided, and whose work it is about. */
interface Described {
  readonly text: string | null;
  readonly agents: readonly string[] | "all";
}
