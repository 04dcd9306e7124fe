import { Section } from "../parts/section.tsx";
import type { Setting } from "./use-settings.ts";

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
export function OtherIntegrations({ settings }: { readonly settings: readonly Setting[] }) {
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
