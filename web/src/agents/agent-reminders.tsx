import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import { remindersQuery } from "./agent-queries.ts";
import { api } from "../api/api.ts";
import { ReasonDialog } from "../components/reason-dialog.tsx";

export function AgentReminders({ agent }: { readonly agent: string }) {
  const { data: session } = useQuery(sessionQuery);
  const { data, error, refetch } = useQuery(remindersQuery(agent));
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<{ readonly id: string; readonly comment: string }>();
  if (data?.reminders.length === 0) return null;
  return (
    <Section title="Reminders" end="not rules yet">
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      <ul>
        {(data?.reminders ?? []).map(({ feedback_id: id, words: comment, by, said_at, until, path }) => (
          <li
            key={id}
            className="flex items-start justify-between gap-4 border-b border-hair py-2 last:border-0"
          >
            <div>
              <Link
                to="/feedback/$feedback"
                params={{ feedback: id }}
                className="plain-link serif block py-0.5 text-quote wrap-anywhere hover:underline"
              >
                {comment}
              </Link>
              <p className="text-meta text-ink-3 wrap-anywhere">
                {by}, <Ago time={said_at} />
                {path === null ? "" : `, ${path}`}, until {until.slice(0, 10)}
              </p>
            </div>
            {may(session, "decide") ? (
              <Button aria-label={`Dismiss: ${comment}`} onClick={() => setLeaving({ id, comment })}>
                Dismiss
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {leaving === undefined ? null : (
        <ReasonDialog
          draft={`dismiss.${leaving.id}`}
          title="Dismiss this reminder?"
          explain="Agents won’t see it again. It still counts as evidence for a rule."
          action="Dismiss"
          send={async (reason) => {
            await api("dismissReminder", { params: { feedback_id: leaving.id }, body: { reason } });
            await queries.invalidateQueries({ queryKey: remindersQuery(agent).queryKey });
          }}
          close={() => setLeaving(undefined)}
        >
          <p className="serif text-quote wrap-anywhere">{leaving.comment}</p>
        </ReasonDialog>
      )}
    </Section>
  );
}
