import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { Body, Inset } from "../components/gutter.tsx";
import { Section } from "../components/section.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { asSentence, formatCount } from "../lib/format.ts";
import { formatDay } from "../lib/format-date.ts";
import { Page } from "../shell/page.tsx";
import { StartTrial } from "./start-trial.tsx";
import { type Sunset, sunsetQuery } from "./trial-queries.ts";

/** Rules that may no longer be needed, with what to do about each. */
export function NeededPage({ index }: { readonly index: ReactNode }) {
  const { data, error, refetch } = useQuery(sunsetQuery);
  return (
    <Page
      title="Rules that may no longer be needed"
      heading="Still needed?"
      standfirst="Every rule in a prompt costs tokens and attention. These may have had their day."
      index={index}
    >
      {error === null ? null : (
        <Inset>
          <Failed error={error} retry={() => void refetch()} />
        </Inset>
      )}
      {data === undefined ? (
        <Inset>{error === null ? <Skeleton /> : null}</Inset>
      ) : data.offers.length + data.needless.length === 0 ? (
        <Inset>
          <Empty title="Every rule in force seems to be needed.">
            Rules appear here if no run needed them in 60 days, if a check covers them, or if a new model may
            do without them. To find rules for files that are gone, run{" "}
            <code className="mono">emend rules sunset</code> in the repository.
          </Empty>
        </Inset>
      ) : (
        <Body>
          <Offers offers={data.offers} />
          <Needless rules={data.needless} />
        </Body>
      )}
    </Page>
  );
}

type Offer = Sunset["offers"][number];

function Offers({ offers }: { readonly offers: readonly Offer[] }) {
  const { data: session } = useQuery(sessionQuery);
  const [tried, setTried] = useState<Offer | undefined>(undefined);
  if (offers.length === 0) return null;
  return (
    <Section title="A new model may do without" end="largest saving first">
      <ul>
        {offers.map((offer) => (
          <li
            key={offer.rule_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hair py-3"
          >
            <div className="min-w-0">
              <RuleLink id={offer.rule_id} text={offer.text} />
              <p className="text-meta text-ink-2">
                {offer.model} since {formatDay(offer.since)}; without the rule, prompts would be shorter by{" "}
                {formatCount(offer.saving)} tokens in 28 days
              </p>
            </div>
            {may(session, "approve") ? (
              <Button onClick={() => setTried(offer)} aria-label={`Try without it: ${offer.text}`}>
                Try without it
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {tried === undefined ? null : (
        <StartTrial
          rule={tried.rule_id}
          text={tried.text}
          kind="withdrawal"
          isInForce
          close={() => setTried(undefined)}
        />
      )}
    </Section>
  );
}

function Needless({ rules }: { readonly rules: Sunset["needless"] }) {
  if (rules.length === 0) return null;
  return (
    <Section title="Unused or covered" end="unused rules are flagged for retirement">
      <ul>
        {rules.map(({ rule_id, text, message, token_cost }) => (
          <li key={rule_id} className="border-b border-hair py-3">
            <RuleLink id={rule_id} text={text} />
            <p className="text-meta text-ink-2">
              {asSentence(message)} It takes {token_cost} tokens.
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const RuleLink = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <Link
    to="/rules/$rule"
    params={{ rule: id }}
    search={{}}
    className="serif plain-link block py-0.5 text-rule hover:underline"
  >
    {text}
  </Link>
);
