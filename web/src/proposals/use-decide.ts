import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, type Answer } from "../api/api.ts";
import { ApiProblem, isLoggedOut } from "../api/api-error.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import { approvalId, approveLater, useApprovalOutcomes, usePendingApprovals } from "./pending-approvals.ts";
import { type Proposal, proposalQuery } from "./proposal-queries.ts";
import { whatChanged } from "./what-changed.ts";
import { queryKeys } from "../api/query-keys.ts";

type Rule = Answer<"approveProposal">;

/** What came of an answer, for the bar at the foot. */
export interface Told {
  readonly ruleId: string;
  readonly isRefused: boolean;
  readonly words: string;
}

/** How an answer ended: nothing where it was taken, else why not. */
type Ended = Promise<string | null>;

/** Gives a person's answer to what they have read, and to nothing that came after it. */
export function useDecide(proposal: Proposal | undefined, takeNewer: () => void) {
  const client = useQueryClient();
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const { acts } = usePendingApprovals();
  const outcomes = useApprovalOutcomes();

  const act = async (
    run: (asked: {
      readonly params: { readonly rule_id: string };
      readonly ifMatch: string;
    }) => Promise<Rule>,
    words: (rule: Rule) => string | Promise<string>,
  ): Ended => {
    if (proposal === undefined || busy.current) return null;
    busy.current = true;
    setBusy(true);
    const ruleId = proposal.rule_id;
    try {
      const rule = await run({ params: { rule_id: ruleId }, ifMatch: String(proposal.revision) });
      setTold({ ruleId, isRefused: false, words: await words(rule) });
      return null;
    } catch (error) {
      const why = await refusal(error, proposal);
      setTold({ ruleId, isRefused: true, words: why });
      return why;
    } finally {
      void client.invalidateQueries({ queryKey: queryKeys.rules.all() });
      void client.invalidateQueries({ queryKey: queryKeys.counts.waiting() });
      await client.invalidateQueries({ queryKey: queryKeys.proposals.all() });
      takeNewer();
      busy.current = false;
      setBusy(false);
    }
  };

  const refusal = async (error: unknown, seen: Proposal): Promise<string> => {
    if (isLoggedOut(error)) askToLogIn(client);
    if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : String(error);
    if (error.status !== 409 && error.status !== 412) return sentence(error.message);
    const fresh = await client
      .fetchQuery({ ...proposalQuery(seen.rule_id), staleTime: 0 })
      .catch(() => undefined);
    const changed = fresh === undefined ? "" : whatChanged(seen, fresh);
    return changed === ""
      ? sentence(error.message)
      : `Nothing was sent. ${changed} Look again, then answer; what you typed is kept.`;
  };

  const version = proposal?.version.version ?? 0;
  const id = approvalId(proposal?.rule_id ?? "", version);
  const isHeld = acts.some(({ state, work }) => state !== "failed" && work.some((one) => one.id === id));
  const came = outcomes.get(id);
  const own = told !== null && told.ruleId === proposal?.rule_id ? told : null;
  return {
    told:
      own ??
      // What was refused is told with the way on, above the bar.
      (came === undefined || came.isRefused || proposal === undefined
        ? null
        : { ruleId: proposal.rule_id, ...came }),
    isBusy,
    /** Whether its approval is on its way, and can still be taken back. */
    isHeld,
    /** Held back for as long as it can be undone. */
    approve: (retiring: readonly string[]) => {
      if (proposal === undefined || isHeld) return;
      setTold(null);
      const { rule_id: ruleId, version: read } = proposal;
      approveLater([{ id, ruleId, version, text: read.text, retiring }]);
    },
    refuse: (words: string) => {
      if (proposal !== undefined) setTold({ ruleId: proposal.rule_id, isRefused: true, words });
    },
    reject: (reason: string) =>
      act(
        (asked) => api("rejectProposal", { ...asked, body: { version, reason } }),
        () => "Rejected. Your reason is shown when it is proposed again.",
      ),
    defer: (reason: string) =>
      act(
        (asked) => api("deferProposal", { ...asked, body: { version, reason } }),
        () => "Put off. Its approvals stay.",
      ),
    modify: (changes: Omit<Parameters<typeof api<"modifyProposal">>[1]["body"], "version">) =>
      act(
        (asked) => api("modifyProposal", { ...asked, body: { version, ...changes } }),
        (rule) =>
          proposal?.version.wants_words === undefined
            ? `Version ${rule.pending ?? version + 1} waits now; the approvals start again.`
            : "Your words are proposed. They need the approvals that every rule needs.",
      ),
  };
}

/** Problems begin small and end open. */
const sentence = (message: string): string => {
  const begun = message.slice(0, 1).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};
