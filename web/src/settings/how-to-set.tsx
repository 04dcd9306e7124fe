import { Section } from "../components/section.tsx";
import { type Setting, formatValue } from "./use-settings.ts";

export function HowToSet({ setting }: { readonly setting: Setting }) {
  const { key, about, variable, source, is_set, usual, is_secret } = setting;
  return (
    <Section title="How to change this">
      <h3 className="mono font-semibold break-all">{key}</h3>
      <p className="mt-1 text-second text-ink-2">{about}</p>
      <pre
        className="mono mt-3 overflow-x-auto border-y border-hair-2 bg-sheet px-3 py-2"
        tabIndex={0}
        aria-label="In emend.yaml"
      >
        {snippet(setting)}
      </pre>
      <p className="mt-1 text-meta text-ink-3">
        in <code className="mono">emend.yaml</code>
      </p>
      <dl className="mt-3 grid gap-2 text-second">
        <div>
          <dt className="text-ink-3">Environment variable</dt>
          <dd className="mono break-all">{variable}</dd>
        </div>
        <div>
          <dt className="text-ink-3">Source</dt>
          <dd>{is_set ? source : "default; not set"}</dd>
        </div>
        {is_secret || usual === null ? null : (
          <div>
            <dt className="text-ink-3">Default</dt>
            <dd>{formatValue(usual)}</dd>
          </div>
        )}
      </dl>
      <p className="mt-3 text-second text-ink-2">
        Settings are read at startup. Restart the server, then run <code className="mono">emend config</code>{" "}
        to see the values in use.
      </p>
    </Section>
  );
}

function snippet({ key, value, usual, is_secret }: Setting): string {
  const [section, field] = key.split(".");
  const shown = value ?? usual;
  if (field === undefined) return `${key}: …`;
  if (is_secret) return `${section}:\n  ${field}_file: path/to/secret-file`;
  if (Array.isArray(shown))
    return [`${section}:`, `  ${field}:`, ...shown.map((each) => `    - ${each}`)].join("\n");
  return `${section}:\n  ${field}: ${shown === null ? "…" : String(shown)}`;
}
