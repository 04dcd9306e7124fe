import { Section } from "../components/section.tsx";
import { type Setting, valueWords } from "./use-settings.ts";

/** The lines of emend.yaml that set one key, and what else sets it. */
export function HowToSet({ setting }: { readonly setting: Setting }) {
  const { key, about, variable, source, is_set, usual, is_secret } = setting;
  return (
    <Section title="How to change it">
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
          <dt className="text-ink-3">Or by the environment</dt>
          <dd className="mono break-all">{variable}</dd>
        </div>
        <div>
          <dt className="text-ink-3">Comes from</dt>
          <dd>{is_set ? source : "the usual value; nobody set it"}</dd>
        </div>
        {is_secret || usual === null ? null : (
          <div>
            <dt className="text-ink-3">Usually</dt>
            <dd>{valueWords(usual)}</dd>
          </div>
        )}
      </dl>
      <p className="mt-3 text-second text-ink-2">
        Settings are read at the start: restart the server, then <code className="mono">emend config</code>{" "}
        shows what they came to.
      </p>
    </Section>
  );
}

function snippet({ key, value, usual, is_secret }: Setting): string {
  const [section, field] = key.split(".");
  const shown = value ?? usual;
  if (field === undefined) return `${key}: …`;
  if (is_secret) return `${section}:\n  ${field}_file: a-file-that-holds-it`;
  if (Array.isArray(shown))
    return [`${section}:`, `  ${field}:`, ...shown.map((each) => `    - ${each}`)].join("\n");
  return `${section}:\n  ${field}: ${shown === null ? "…" : String(shown)}`;
}
