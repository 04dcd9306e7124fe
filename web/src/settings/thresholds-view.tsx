import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Body, Inset } from "../components/gutter.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { HowToSet } from "./how-to-set.tsx";
import { SettingTable } from "./setting-table.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { useSettings } from "./use-settings.ts";

const GROUPS = [
  { title: "Rules", has: (key: string) => key.startsWith("rules.") },
  { title: "Alerts", has: (key: string) => key.startsWith("alerts.") },
  { title: "Gates", has: (key: string) => key.startsWith("gates.") },
  { title: "Server", has: (key: string) => /^server\.(?!url|token)/.test(key) },
] as const;

export function ThresholdsView({ index }: { readonly index: ReactNode }) {
  const { data, error, isPending, refetch } = useSettings();
  const { key } = useSearch({ strict: false });
  const settings = data?.settings ?? [];
  const chosen =
    settings.find((each) => each.key === key) ?? settings.find((each) => each.key === "rules.approvers");
  const changed = settings.filter(({ is_set }) => is_set).length;
  return (
    <SettingsSheet
      title="Thresholds and policy"
      standfirst={
        data === undefined
          ? "Settings of this server."
          : `Settings of this server. ${changed === 0 ? "All have their default values." : `${changed} of ${settings.length} are set; the rest have their default values.`}`
      }
      index={index}
      margin={chosen === undefined ? undefined : <HowToSet setting={chosen} />}
    >
      <Inset>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      </Inset>
      {data === undefined ? null : (
        <Body>
          {GROUPS.map(({ title, has }) => (
            <Section key={title} title={title}>
              <SettingTable
                label={title}
                settings={settings.filter((each) => has(each.key))}
                chosen={chosen?.key}
              />
            </Section>
          ))}
        </Body>
      )}
    </SettingsSheet>
  );
}
