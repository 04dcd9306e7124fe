import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { Schemas } from "../api/contract.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { FormError } from "../components/form-field.tsx";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { CheckActs } from "./check-acts.tsx";
import { CheckExamples } from "./check-examples.tsx";
import { CheckHits } from "./check-hits.tsx";
import { checkQuery, type WholeCheck } from "./check-queries.ts";
import { figureSentence, STATE_SENTENCES, triedSentence } from "./describe-check.ts";

/** The checks that enforce a rule, or how to get one. */
export function RuleChecks({ rule }: { readonly rule: Schemas["CheckedRule"] }) {
  if (rule.checks.length === 0) return <NoCheck rule={rule} />;
  return rule.checks.map(({ check_id }) => <OneCheck key={check_id} id={check_id} />);
}

function OneCheck({ id }: { readonly id: string }) {
  const { data: check, error, refetch } = useQuery(checkQuery(id));
  return (
    <Section title="Check" end={check === undefined ? undefined : `version ${check.version}`}>
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {check === undefined ? (
        <div aria-busy={error === null} className="skeleton h-24" />
      ) : (
        <Shown check={check} />
      )}
    </Section>
  );
}

function Shown({ check }: { readonly check: WholeCheck }) {
  return (
    <>
      <p className="max-w-[64ch] text-row">{STATE_SENTENCES[check.state]}</p>
      <p className="mt-1 max-w-[64ch] text-row text-ink-2">{figureSentence(check.figures)}</p>
      <p className="mt-1 max-w-[64ch] text-second text-ink-2">{triedSentence(check.trial)}</p>
      <CheckActs check={check} />
      <CheckExamples check={check} />
      <CheckHits id={check.id} />
    </>
  );
}

function NoCheck({ rule }: { readonly rule: Schemas["CheckedRule"] }) {
  const { data: session } = useQuery(sessionQuery);
  const queries = useQueryClient();
  const draft = useMutation({
    mutationFn: () => api("draftCheck", { params: { rule_id: rule.id }, body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.rules.one(rule.id) }),
  });
  return (
    <Section title="Check" end="none">
      <p className="max-w-[64ch] text-row text-ink-2">
        A check finds this mistake by itself and tells the agent right after the edit. Emend can make one from
        the rule’s corrections if they contain the code before and after.
      </p>
      {may(session, "decide") ? (
        <div className="mt-3">
          <Button disabled={draft.isPending} onClick={() => draft.mutate()}>
            {draft.isPending ? "Drafting" : "Draft a check"}
          </Button>
          <FormError error={draft.error} />
        </div>
      ) : null}
    </Section>
  );
}
