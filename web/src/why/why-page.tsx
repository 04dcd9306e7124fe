import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { queryKeys } from "../api/query-keys.ts";
import { Body } from "../components/gutter.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { formatCount, plural } from "../lib/format.ts";
import { Page } from "../shell/page.tsx";

type Run = Schemas["RunStory"];
type Rule = Run["rules"][number];

const whyQuery = (commit: string) =>
  queryOptions({
    queryKey: queryKeys.commits.why(commit),
    queryFn: ({ signal }) => api("explainCommit", { params: { commit }, signal }),
  });

/** What an agent had been told when it made a commit. */
export function WhyPage() {
  const { commit = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(whyQuery(commit));
  return (
    <Page
      title={`Commit ${commit.slice(0, 12)}`}
      heading={
        <>
          Commit <span className="mono text-note">{commit.slice(0, 12)}</span>
        </>
      }
      standfirst="What the agent had been told when it made this commit, and what became of the work."
    >
      <Body>
        {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
        {data === undefined && error === null ? <Skeleton rows={4} /> : null}
        {data?.runs.map((run) => (
          <RunStory key={`${run.agent} ${run.run}`} run={run} commit={data.commit} />
        ))}
      </Body>
    </Page>
  );
}

const KNOWN = {
  recorded: "Made by ",
  noted: "According to its git note, made by ",
  probable: "Probably made by ",
} as const satisfies Record<Run["certainty"], string>;

function RunStory({ run, commit }: { readonly run: Run; readonly commit: string }) {
  return (
    <article>
      <p className="mb-4 text-row text-ink-2">
        {KNOWN[run.certainty]}
        <Link to="/agents/$agent" params={{ agent: run.agent }} search={{}}>
          <VisibleText text={run.agent} />
        </Link>
        {run.model === undefined ? "" : ` (${run.model})`}
        {/* A run on a pull request is called like its commit. */}
        {run.run === commit ? null : (
          <>
            {" in run "}
            <VisibleText text={run.run} />
          </>
        )}
        {run.task === null ? "" : `, task ${run.task}`}, <Ago time={run.time} />.
        {run.prompt_recorded ? "" : " What was in the prompt of this run was not recorded."}
      </p>
      <Section title="Rules it had" end={formatCount(run.rules.length)}>
        {run.rules.length === 0 ? <p className="text-second text-ink-2">None.</p> : null}
        <ul>
          {run.rules.map((rule) => (
            <RuleThen key={`${rule.rule_id} ${rule.version}`} rule={rule} />
          ))}
        </ul>
      </Section>
      <Withheld run={run} />
      <Checks run={run} />
      <Words title="Reminded of" words={run.reminders} />
      <Words
        title="What people said about the work"
        words={run.feedback}
        note={(id) => {
          const outcome = run.feedback.find(({ feedback_id }) => feedback_id === id)?.outcome ?? null;
          return outcome === null ? "" : `${outcome.replaceAll("_", " ")} by `;
        }}
      />
      <Recurrences run={run} />
    </article>
  );
}

const LINK = "plain-link serif block py-0.5 text-quote wrap-anywhere hover:underline";
const ITEM = "border-b border-hair py-2 last:border-0";

function RuleThen({ rule }: { readonly rule: Rule }) {
  const { rule_id, version, text, approvals, proposed_by, evidence, corrections, now, given, trial } = rule;
  const today =
    now.version === version
      ? null
      : now.version === null
        ? `Today the rule is ${now.status}.`
        : `Today version ${now.version} is in force.`;
  return (
    <li className={ITEM}>
      <Link to="/rules/$rule" params={{ rule: rule_id }} className={LINK}>
        <VisibleText text={text} />
      </Link>
      <p className="text-meta text-ink-3 wrap-anywhere">
        Version {version}, proposed by {proposed_by}, approved by{" "}
        {approvals.map(({ by }) => by).join(" and ") || "nobody on record"}
        {given === "files" ? ". Given for the files at hand" : ""}
        {trial === null ? "" : ". A trial gave it to this task"}. {today}
      </p>
      {evidence === 0 ? null : (
        <p className="mt-1 text-meta text-ink-3">
          From {plural(evidence, "correction")}
          {corrections.length === 0 ? "." : ", such as:"}
        </p>
      )}
      <Quotes words={corrections} />
    </li>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  other_files: "it is for other files",
  flagged: "it was flagged",
  empty: "its text is empty",
  check: "a check stood in for it",
  limit: "there were more rules than a prompt may have",
  budget: "it did not fit into the token budget",
  consolidated_into: "another rule covers it",
  trial: "a trial withheld it from this task",
};

function Withheld({ run: { withheld, withheld_more } }: { readonly run: Run }) {
  if (withheld.length === 0) return null;
  return (
    <Section title="Withheld from it" end={formatCount(withheld.length + withheld_more)}>
      <ul>
        {withheld.map(({ rule_id, version, text, reason }) => (
          <li key={rule_id} className={ITEM}>
            <Link to="/rules/$rule" params={{ rule: rule_id }} className={LINK}>
              <VisibleText text={text} />
            </Link>
            <p className="text-meta text-ink-3">
              Version {version}, because {REASONS[reason] ?? reason}.
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Checks({ run: { checks } }: { readonly run: Run }) {
  if (checks.length === 0) return null;
  return (
    <Section title="Checks that ran" end={formatCount(checks.length)}>
      <ul>
        {checks.map(({ check_id, rule_id, version, state, approved_by }) => (
          <li key={check_id} className={`${ITEM} text-second`}>
            <Link to="/rules/$rule" params={{ rule: rule_id }} className="mono">
              {check_id.slice(0, 11)}
            </Link>{" "}
            {state === "unknown" ? "Its state then is not known." : `version ${version}, ${state}`}
            {approved_by.length === 0 ? "" : `, approved by ${approved_by.join(" and ")}`}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Words({ title, ...quotes }: { readonly title: string } & QuotesProps) {
  const { words } = quotes;
  if (words.length === 0) return null;
  return (
    <Section title={title} end={formatCount(words.length)}>
      <Quotes {...quotes} />
    </Section>
  );
}

interface QuotesProps {
  readonly words: Run["reminders"];
  /** What to say before the name of the author. */
  readonly note?: (feedbackId: string) => string;
}

function Quotes({ words, note }: QuotesProps) {
  return (
    <ul>
      {words.map(({ feedback_id, words: text, by, time }) => (
        <li key={feedback_id} className="py-1">
          <Link to="/feedback/$feedback" params={{ feedback: feedback_id }} className={LINK}>
            “<VisibleText text={text.slice(0, 400)} />”
          </Link>
          <p className="text-meta text-ink-3">
            {note?.(feedback_id)}
            <VisibleText text={by} />, <Ago time={time} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Recurrences({ run: { recurrences, recurrences_more, rules } }: { readonly run: Run }) {
  if (recurrences.length === 0) return null;
  const texts = new Map(rules.map(({ rule_id, text }) => [rule_id, text]));
  return (
    <Section title="Made again later" end={formatCount(recurrences.length + recurrences_more)}>
      <ul>
        {recurrences.map(({ rule_id, feedback_id, time }) => (
          <li key={feedback_id} className={`${ITEM} text-second wrap-anywhere`}>
            <Link to="/feedback/$feedback" params={{ feedback: feedback_id }}>
              <Ago time={time} />
            </Link>
            : <VisibleText text={texts.get(rule_id) ?? rule_id} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
