import type { ReactNode } from "react";
import { Body, Inset } from "../components/gutter.tsx";
import { CopyField } from "../components/copy-field.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { Mark } from "../components/mark.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { useSettings, type Setting } from "./use-settings.ts";
import { WebhookTest } from "./webhook-test.tsx";

export function IntegrationsView({ index }: { readonly index: ReactNode }) {
  const { data, error, isPending, refetch } = useSettings();
  return (
    <SettingsSheet
      title="Integrations"
      standfirst="Services this server connects to. Secrets are never shown, only whether they are set."
      index={index}
      margin={data === undefined ? undefined : <OtherIntegrations settings={data.settings} />}
    >
      <Inset>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      </Inset>
      {data === undefined ? null : (
        <Body>
          <WebhookTest webhooks={data.integrations.webhooks} />
          <Section title="GitHub's webhook" end={<State isOn={data.integrations.github.takes_in} />}>
            <p className="mb-2 text-ink-2">
              {data.integrations.github.takes_in
                ? "Reviews, comments and checks of pull requests are imported."
                : "Nothing is imported until github.webhook_secret is set to the secret of GitHub's webhook."}{" "}
              Give GitHub this address, with the content type application/json:
            </p>
            <CopyField text={data.integrations.github.address} label="Address for GitHub's webhook" />
          </Section>
          <Section title="Single sign-on" end={<State isOn={data.integrations.oidc !== null} />}>
            {data.integrations.oidc === null ? (
              <p className="text-ink-2">
                People log in with tokens. Set <code className="mono">oidc.issuer</code> and{" "}
                <code className="mono">oidc.client_id</code> to let them log in with an OpenID provider.
              </p>
            ) : (
              <>
                <p className="mb-2 text-ink-2">
                  People log in with {data.integrations.oidc.name}. The provider must allow this redirect URI:
                </p>
                <CopyField text={data.integrations.oidc.callback} label="Redirect URI" />
              </>
            )}
          </Section>
          <Section title="Signed rejections" end={<State isOn={data.integrations.signed_rejections} />}>
            <p className="text-ink-2">
              {data.integrations.signed_rejections
                ? "Rejection comments are signed. Unsigned ones are ignored."
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
  { key: "llm.model", name: "Language model", without: "not used" },
  { key: "embedding.url", name: "Embeddings", without: "local model" },
  { key: "vectors.chroma_url", name: "ChromaDB", without: "vectors stay in the store" },
  { key: "github.token", name: "Writing to GitHub", without: "nothing is written to GitHub" },
  { key: "ledger.folder", name: "Git ledger", without: "beside the store" },
  { key: "telemetry.otlp_url", name: "OpenTelemetry", without: "no spans are sent" },
] as const;

function OtherIntegrations({ settings }: { readonly settings: readonly Setting[] }) {
  const set = new Set(settings.filter(({ is_set }) => is_set).map(({ key }) => key));
  return (
    <Section title="Other integrations">
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
