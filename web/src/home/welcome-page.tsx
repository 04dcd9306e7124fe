import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { FormError, FormField } from "../components/form-field.tsx";
import { Body } from "../components/gutter.tsx";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { SecondsAgo } from "../components/time.tsx";
import { Page } from "../shell/page.tsx";
import { WorkAlone } from "../settings/work-alone.tsx";
import { Connect } from "./connect.tsx";
import { summarize } from "../feedback/summary.ts";
import type { Start } from "./home-queries.ts";
import { LearnFromHistory } from "./learn-from-history.tsx";

interface MadeToken {
  readonly agent: string;
  readonly text: string;
  readonly id: string;
}

/** The first steps, which tick themselves as they happen. */
export function WelcomePage({ start }: { readonly start: Start }) {
  const { data: session } = useQuery(sessionQuery);
  const [token, setToken] = useState<MadeToken>();
  const isAdmin = may(session, "administer");
  const tokens = useQuery({
    queryKey: queryKeys.tokens.ofAgents(),
    enabled: isAdmin,
    refetchInterval: 3_000,
    queryFn: ({ signal }) => api("listTokens", { query: { limit: 200 }, signal }),
  });
  const agents = (tokens.data?.items ?? []).filter(
    ({ role, revoked_at }) => role === "agent" && revoked_at === undefined,
  );
  const mine = agents.find(({ id }) => id === token?.id) ?? agents[0];
  const agent = token?.agent ?? mine?.agent ?? "";
  // The agent that was just made counts alone; otherwise the one that called last.
  const heard = (token === undefined ? agents : agents.filter(({ id }) => id === token.id))
    .filter(({ last_used_at }) => last_used_at !== undefined)
    .toSorted((a, b) => b.last_used_at!.localeCompare(a.last_used_at!))[0];
  return (
    <Page
      title="Welcome"
      heading={start.isEmpty ? "Welcome" : "Connect an agent"}
      standfirst="Correct an AI agent once, and it stays corrected. These are the first steps; each is ticked as it happens."
      margin={<LearnFromHistory />}
    >
      <Body>
        <ol>
          <Step done={mine !== undefined || heard !== undefined} title="Make an agent">
            {isAdmin ? (
              <MakeAgent made={token} done={setToken} known={agents.map((each) => each.agent ?? each.name)} />
            ) : (
              <p className="text-ink-2">Ask an administrator for a token for your agent.</p>
            )}
          </Step>
          <Step done={heard !== undefined} title="Connect it">
            <Connect agent={agent === "" ? "my-agent" : agent} token={token?.text} />
            <p role="status" className="mt-3 text-ink-2">
              {heard?.last_used_at === undefined ? (
                isAdmin ? (
                  "Waiting for the first call …"
                ) : (
                  "Administrators see the first call here."
                )
              ) : (
                <>
                  Heard from {heard.agent ?? heard.name} <SecondsAgo time={heard.last_used_at} />.
                </>
              )}
            </p>
          </Step>
          <Step done={start.first !== null} title="Correct it once">
            {start.first === null ? (
              <FirstCorrection agent={agent} />
            ) : (
              <p>
                <Link to="/feedback/$feedback" params={{ feedback: start.first.id }} search={{}}>
                  “{summarize(start.first).text}”
                </Link>
              </p>
            )}
          </Step>
          <Step done={start.hasRule} title="Approve a first rule">
            {start.hasRule ? (
              <p>
                A rule is in force. <Link to="/rules">See your rules</Link>, or{" "}
                <Link to="/" search={{}}>
                  go to the loop
                </Link>
                .
              </p>
            ) : start.hasProposal ? (
              <>
                <p>
                  A rule waits for you. <Link to="/proposals">Decide on it</Link>.
                </p>
                <WorkAlone />
              </>
            ) : (
              <FirstRule first={start.first} agent={agent} />
            )}
          </Step>
        </ol>
      </Body>
    </Page>
  );
}

function Step({
  done,
  title,
  children,
}: {
  readonly done: boolean;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <Section
        title={
          <span className="flex items-center gap-2">
            <Mark
              name={done ? "stet" : "wait"}
              tone={done ? "green" : "ink"}
              label={done ? "done" : "to do"}
            />
            {title}
          </span>
        }
      >
        <div className="max-w-[70ch]">{children}</div>
      </Section>
    </li>
  );
}

const USUAL_HOURS = 90 * 24;

function MakeAgent({
  made,
  done,
  known,
}: {
  readonly made: MadeToken | undefined;
  readonly done: (token: MadeToken) => void;
  readonly known: readonly string[];
}) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const make = useMutation({
    mutationFn: (agent: string) =>
      api("createToken", { body: { name: agent, role: "agent", agent, expires_in_hours: USUAL_HOURS } }),
    onSuccess: async ({ token, text }, agent) => {
      done({ agent, text, id: token.id });
      await queries.invalidateQueries({ queryKey: queryKeys.tokens.ofAgents() });
      await queries.invalidateQueries({ queryKey: queryKeys.tokens.list() });
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate(name.trim());
  };
  if (made !== undefined)
    return <p>{made.agent} has a token for 90 days. It is filled in below and won’t be shown again.</p>;
  return (
    <form className="grid gap-3" onSubmit={send}>
      {known.length === 0 ? null : <p className="text-ink-2">Known: {known.slice(0, 5).join(", ")}.</p>}
      <FormField label="Name of the agent" help="Such as claude-code, or the name of your bot.">
        {(fieldProps) => (
          <input
            {...fieldProps}
            className="field max-w-80"
            required
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <FormError error={make.error} />
      <div>
        <Button kind="solid" type="submit" disabled={make.isPending}>
          {known.length === 0 ? "Make the agent" : "Make another agent"}
        </Button>
      </div>
    </form>
  );
}

function FirstCorrection({ agent }: { readonly agent: string }) {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const record = useMutation({
    mutationFn: () =>
      api("recordFeedback", {
        body: {
          items: [{ agent: agent === "" ? undefined : agent, outcome: "rejected", comment: text.trim() }],
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.loop.start() }),
  });
  const refused = record.data?.items.flatMap(({ problems }) => problems) ?? [];
  const send = (event: FormEvent): void => {
    event.preventDefault();
    record.mutate();
  };
  return (
    <form className="grid gap-3" onSubmit={send}>
      <p className="text-ink-2">
        Tell your connected agent that something is wrong, reject its work in the inbox, or write what you
        would tell it here.
      </p>
      <FormField label="Your correction" help="Say what is wrong and what you want instead.">
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            className="field min-h-20"
            required
            maxLength={4_000}
            placeholder="Don't swallow the error: rethrow what you cannot handle."
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      <FormError error={record.error} />
      {refused.length === 0 ? null : (
        <p role="alert" className="text-red">
          {refused[0]!.message}
        </p>
      )}
      <div>
        <Button kind="solid" type="submit" disabled={record.isPending}>
          Record it
        </Button>
      </div>
    </form>
  );
}

/** How long Emend may take to look at a correction, in milliseconds. A standing instruction is proposed at once. */
const LOOKING_MS = 8_000;

function FirstRule({ first, agent }: { readonly first: Start["first"]; readonly agent: string }) {
  const queries = useQueryClient();
  const [text, setText] = useState<string>();
  const { data: session } = useQuery(sessionQuery);
  const isLooking = useIsLooking(first);
  const written = text ?? first?.comment ?? "";
  const propose = useMutation({
    mutationFn: () =>
      api("proposeRule", {
        body: { text: written.trim(), ...(agent === "" ? {} : { scope: { agents: [agent], paths: [] } }) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.loop.start() }),
  });
  if (!may(session, "approve"))
    return (
      <p className="text-ink-2">Emend proposes a rule when a correction recurs. Approvers decide on it.</p>
    );
  if (isLooking)
    return (
      <p role="status" className="text-ink-2">
        Emend is looking at your correction …
      </p>
    );
  const send = (event: FormEvent): void => {
    event.preventDefault();
    propose.mutate();
  };
  return (
    <form className="grid gap-3" onSubmit={send}>
      <p className="text-ink-2">
        Emend proposes a rule when a correction recurs. You need not wait: propose your own now.
      </p>
      <FormField label="The rule, as the agent should read it" help="One sentence that says what to do.">
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            className="field serif min-h-16 text-rule"
            required
            maxLength={2_000}
            value={written}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      <FormError error={propose.error} />
      <div>
        <Button kind="solid" type="submit" disabled={propose.isPending}>
          Propose it
        </Button>
      </div>
    </form>
  );
}

/** Whether a correction is so new that Emend may still propose a rule from it, which asks for the start again. */
function useIsLooking(first: Start["first"]): boolean {
  const queries = useQueryClient();
  const [now, setNow] = useState(() => Date.now());
  const until = first === null ? 0 : Date.parse(first.time) + LOOKING_MS;
  // A clock that is minutes off must not keep anybody waiting.
  const isLooking = now < until && until - now < 60_000;
  useEffect(() => {
    if (!isLooking) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      void queries.invalidateQueries({ queryKey: queryKeys.loop.start() });
    }, 1_000);
    return () => clearInterval(timer);
  }, [isLooking, queries]);
  return isLooking;
}
