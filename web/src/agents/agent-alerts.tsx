import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import { type Alert, alertTitle } from "./format-agent.ts";

export function AgentAlerts({
  alerts,
  more,
  isNamed = false,
}: {
  readonly alerts: readonly Alert[];
  readonly more: number;
  readonly isNamed?: boolean;
}) {
  return (
    <Section title="Alerts" end={alerts.length === 0 ? "none" : alerts.length + more}>
      {alerts.length === 0 ? (
        <p className="text-second text-ink-2">
          No alerts: no tag keeps recurring, and approval hasn’t dropped.
        </p>
      ) : (
        <ul>
          {alerts.map((alert) => (
            <li key={alert.id + alert.since} className="flex gap-3 border-b border-hair py-3 last:border-0">
              <Mark name="query" tone="red" />
              <div className="min-w-0">
                <h3 className="font-semibold wrap-anywhere">{alertTitle(alert)}</h3>
                <p className="text-second wrap-anywhere text-ink-2">{alert.message}</p>
                <p className="mt-1 text-meta text-ink-3">
                  {isNamed ? (
                    <>
                      <Link to="/agents/$agent" params={{ agent: alert.agent }}>
                        {alert.agent}
                      </Link>
                      ,{" "}
                    </>
                  ) : null}
                  started <Ago time={alert.since} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
