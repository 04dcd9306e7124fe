import type { ReactNode } from "react";
import { Body, Inset } from "../components/gutter.tsx";
import { CopiedText } from "../components/copy-field.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { Mark } from "../components/mark.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { useSettings, type Setting } from "./use-settings.ts";
import { WebhookTest } from "./webhook-test.tsx";

/** Whom the server talks to, and how to find out that it works. */
export function IntegrationsView({ index }: { readonly index: ReactNode }) {
  const { data, error, isPending, refetch } = useSettings();
  return (
    <SettingsSheet
      title="Integrations"
      standfirst="Whom this server talks to. Of secrets only whether they are set is known here."
      index={index}
      margin={data === undefined ? undefined : <OtherIntegrations settings={data.settings} />}
    >
      <Inset>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <Failed error={error} again={() => void refetch()} />}
      </Inset>
      {data === undefined ? null : (
        <Body>
          <WebhookTest webhooks={data.integrations.webhooks} />
          <Section title="GitHub's webhook" end={<State isOn={data.integrations.github.takes_in} />}>
            <p className="mb-2 text-ink-2">
              {data.integrations.github.takes_in
                ? "Reviews, comments and checks of pull requests are taken in."
                : "Nothing is taken in until github.webhook_secret is set to the secret that GitHub's webhook has."}{" "}
              Give GitHub this address, with the content type application/json:
            </p>
            <CopiedText text={data.integrations.github.address} label="Address for GitHub's webhook" />
          </Section>
          <Section title="Login by a provider" end={<State isOn={data.integrations.oidc !== null} />}>
            {data.integrations.oidc === null ? (
              <p className="text-ink-2">
                People log in by tokens. Set <code className="mono">oidc.issuer</code> and{" "}
                <code className="mono">oidc.client_id</code> to let them log in with an OpenID provider.
              </p>
            ) : (
              <>
                <p className="mb-2 text-ink-2">
                  People log in with {data.integrations.oidc.name}. The provider must allow this place to
                  return to:
                </p>
                <CopiedText text={data.integrations.oidc.callback} label="Place to return to" />
              </>
            )}
          </Section>
          <Section title="Signed rejections" end={<State isOn={data.integrations.signed_rejections} />}>
            <p className="text-ink-2">
              {data.integrations.signed_rejections
                ? "Rejection comments are signed, and unsigned ones do not count."
                : "Rejection comments are not signed; set rejections.key to have them signed and checked."}
            </p>
          </Section>
        </Body>
      )}
    </SettingsSheet>
  );
}

const State = ({ isOn }: { readonly isOn: boolean }) =>
  isOn ? (
    <span className="inline-flex items-center gap-1 text-green">
      <Mark name="stet" tone="green" size={16} /> set up
    </span>
  ) : (
    <span>not set up</span>
  );

const OTHERS = [
  { key: "events.redis_url", name: "Redis", without: "events stay in the store" },
  { key: "llm.model", name: "Language model", without: "none is asked" },
  { key: "embedding.url", name: "Embeddings", without: "by the local model" },
  { key: "vectors.chroma_url", name: "ChromaDB", without: "vectors stay in the store" },
  { key: "github.token", name: "Writing to GitHub", without: "nothing is written there" },
  { key: "ledger.folder", name: "Git ledger", without: "beside the store" },
  { key: "telemetry.otlp_url", name: "OpenTelemetry", without: "no spans are sent" },
] as const;

/** What else can be plugged in, and what happens without it. */
function OtherIntegrations({ settings }: { readonly settings: readonly Setting[] }) {
  const set = new Set(settings.filter(({ is_set }) => is_set).map(({ key }) => key));
  return (
    <Section title="What else there is">
      <dl className="grid gap-3">
        {OTHERS.map(({ key, name, without }) => (
          <div key={key}>
            <dt className="flex items-baseline justify-between gap-2">
              <span className="font-medium">{name}</span>
              <span className="text-second text-ink-2">{set.has(key) ? "set" : "not set"}</span>
            </dt>
            <dd className="text-second text-ink-3">
              {set.has(key) ? null : `${without}; `}
              <code className="mono">{key}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
