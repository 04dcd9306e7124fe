import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { gatesQuery } from "../inbox/submission-queries.ts";
import { Body, Inset } from "../components/gutter.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { withUnit } from "../components/time.tsx";
import { GateTable } from "./gate-table.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";

export function GatesView({ index }: { readonly index: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(gatesQuery);
  const packs = [...(data?.packs ?? []), { name: null, description: "Your own gates, including overrides." }];
  return (
    <SettingsSheet
      title="Gates and packs"
      standfirst="Tags for rejections, with the guidance that agents get for each."
      index={index}
      margin={
        data === undefined ? undefined : (
          <>
            <Section title="Time limits" end={<code className="mono">gates.hours</code>}>
              <dl className="grid grid-cols-[1fr_auto] gap-y-2">
                {data.hours.map(({ gate, hours }) => (
                  <div key={gate} className="contents">
                    <dt>{gate}</dt>
                    <dd className="text-end text-ink-2">{withUnit(hours, "h")}</dd>
                  </div>
                ))}
              </dl>
            </Section>
            <Section title="Default tag">
              <p className="text-second text-ink-2">
                A rejection without a tag is sent as <code className="mono">{data.fallback_tag}</code>.
              </p>
            </Section>
          </>
        )
      }
    >
      <Inset>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      </Inset>
      {data === undefined ? null : (
        <Body>
          {packs
            .map((pack) => ({ ...pack, gates: data.gates.filter((gate) => gate.pack === pack.name) }))
            .filter(({ gates }) => gates.length > 0)
            .map(({ name, description, gates }) => (
              <Section
                key={name ?? ""}
                title={name ?? "your own"}
                end={`${gates.length} ${gates.length === 1 ? "tag" : "tags"}`}
              >
                {description === null ? null : <p className="mb-2 text-second text-ink-2">{description}</p>}
                <GateTable gates={gates} label={`Tags of ${name ?? "your own"}`} />
              </Section>
            ))}
        </Body>
      )}
    </SettingsSheet>
  );
}
