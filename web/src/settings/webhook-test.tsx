import { useMutation, useQuery } from "@tanstack/react-query";
import { api, type Answer } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { FormError } from "../components/form-field.tsx";
import { plural } from "../lib/format.ts";

export function WebhookTest({
  webhooks: { endpoints, types },
}: {
  readonly webhooks: Answer<"getSettings">["integrations"]["webhooks"];
}) {
  const { data: session } = useQuery(sessionQuery);
  const test = useMutation({ mutationFn: () => api("testWebhooks", {}) });
  if (endpoints.length === 0) {
    return (
      <Section title="Webhooks" end="not set up">
        <p className="text-ink-2">
          No endpoints. Set <code className="mono">webhooks.urls</code> and{" "}
          <code className="mono">webhooks.secret</code>; create the secret with{" "}
          <code className="mono">emend webhooks secret</code>.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Webhooks" end={plural(endpoints.length, "endpoint")}>
      <p className="text-second text-ink-2">Events: {types.join(", ")}.</p>
      <ul className="mt-2" aria-label="Endpoints">
        {endpoints.map((endpoint, at) => (
          <li
            key={`${endpoint} ${at}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-hair py-2"
          >
            <span className="mono break-all">{endpoint}</span>
            <TestResultRow answer={test.data?.answers[at]} isAsking={test.isPending} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {may(session, "administer") ? (
          <Button disabled={test.isPending} onClick={() => test.mutate()}>
            Send test event
          </Button>
        ) : (
          <span className="text-second text-ink-3">Only administrators can send a test event.</span>
        )}
        <span role="status" className="text-second text-ink-2">
          {test.isPending ? "Sending" : test.data === undefined ? "" : summary(test.data.answers)}
        </span>
      </div>
      <FormError error={test.error} />
    </Section>
  );
}

type TestResult = Answer<"testWebhooks">["answers"][number];

const summary = (answers: readonly TestResult[]): string => {
  const good = answers.filter(({ ok }) => ok).length;
  return good === answers.length ? "All endpoints accepted it." : `${good} of ${answers.length} accepted it.`;
};

function TestResultRow({
  answer,
  isAsking,
}: {
  readonly answer: TestResult | undefined;
  readonly isAsking: boolean;
}) {
  if (answer === undefined || isAsking) return null;
  return (
    <span className="inline-flex items-baseline gap-2 text-second">
      <span className="self-center">
        <Mark name={answer.ok ? "stet" : "query"} tone={answer.ok ? "green" : "red"} size={16} />
      </span>
      {answer.problem ?? `responded with ${answer.status ?? "nothing"}`}
    </span>
  );
}
