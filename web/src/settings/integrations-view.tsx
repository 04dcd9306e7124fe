import type { ReactNode } from "react";
import { Body, Inset } from "../parts/body.tsx";
import { CopiedText } from "../parts/copied-text.tsx";
import { Section } from "../parts/section.tsx";
import { Failed, Skeleton } from "../parts/states.tsx";
import { Mark } from "../marks/mark.tsx";
import { OtherIntegrations } from "./other-integrations.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { useSettings } from "./use-settings.ts";
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
