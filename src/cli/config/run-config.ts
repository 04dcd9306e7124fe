import { maskSetting } from "../../config/mask-setting.ts";
import type { ReadConfig, Setting } from "../../config/read-config.ts";
import type { CliContext } from "../cli-context.ts";
import type { ConfigOptions } from "./config.ts";
import { loadConfig } from "../open/config-of.ts";
import { EXIT } from "../exit-code.ts";
import { painter, type Paint } from "../terminal/style.ts";
import type { ConfigValue } from "../../config/config-keys.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";

/** `emend config`: the effective settings, with secrets masked. */
export async function runConfig(options: ConfigOptions, { io, finish }: CliContext): Promise<void> {
  const read = await loadConfig(io, {
    store: options.store,
    "events.redis_url": options.redis,
    "events.stream": options.stream,
    "events.own_stream": options.ownStream,
    "ledger.folder": options.ledger,
    "gates.packs": options.pack,
  });
  const sources = options.sources === true;
  io.stdout.write(
    options.json === true
      ? toJson(configJson(read, sources))
      : renderConfig(read, { sources, paint: painter(io) }),
  );
  finish(EXIT.success);
}

function configJson({ file, settings, untrusted }: ReadConfig, sources: boolean): unknown {
  const config: Record<string, unknown> = {};
  for (const setting of settings) {
    const value = maskSetting(setting) ?? null;
    const [section, word] = setting.key.name.split(".");
    if (word === undefined) config[section!] = value;
    else config[section!] = { ...(config[section!] as object | undefined), [word]: value };
  }
  return {
    file: file ?? null,
    config,
    untrusted: untrusted.map((setting) => ({
      key: setting.key.name,
      value: maskSetting(setting) ?? null,
      source: setting.source,
    })),
    ...(sources
      ? { sources: Object.fromEntries(settings.map(({ key, source }) => [key.name, source])) }
      : {}),
  };
}

const MAX_COLUMN = 48;

/** The effective settings as YAML. With `sources`, settings without a value are shown as comments. */
function renderConfig(
  { file, settings, untrusted }: ReadConfig,
  { sources, paint }: { readonly sources: boolean; readonly paint: Paint },
): string {
  const lines: Line[] = [];
  let section = "";
  for (const setting of settings) {
    const value = maskSetting(setting);
    if (value === undefined && !sources) continue;
    const [first, second] = setting.key.name.split(".");
    if (second !== undefined && first !== section) lines.push({ text: `${first}:` });
    section = second === undefined ? "" : first!;
    const indent = second === undefined ? "" : "  ";
    const text =
      value === undefined
        ? `${indent}# ${second ?? first}:`
        : `${indent}${second ?? first}: ${scalar(value)}`;
    lines.push({ text, ...commentOn(setting, sources) });
  }
  const column = Math.min(
    MAX_COLUMN,
    Math.max(...lines.map(({ text, comment }) => (comment === undefined ? 0 : text.length))),
  );
  const head =
    file === undefined ? "# no emend.yaml; values without a comment are defaults" : `# ${safeLine(file)}`;
  const body = lines.map(({ text, comment }) =>
    comment === undefined ? text : `${text.padEnd(column)}  ${paint("dim", `# ${safeLine(comment)}`)}`,
  );
  return `${[paint("dim", head), ...body, ...renderUntrusted(untrusted, paint)].join("\n")}\n`;
}

/** As comments, because they have no effect. */
function renderUntrusted(untrusted: readonly Setting[], paint: Paint): readonly string[] {
  if (untrusted.length === 0) return [];
  const lines = untrusted.map((setting) => {
    const value = maskSetting(setting);
    const shown = value === undefined ? "(in a file)" : scalar(value);
    return `#   ${setting.key.name}: ${shown}  # ${safeLine(setting.source)}`;
  });
  return ["# ignored until you trust it; run `emend trust` to review:", ...lines].map((line) =>
    paint("yellow", line),
  );
}

interface Line {
  readonly text: string;
  readonly comment?: string;
}

function commentOn({ key, value, source }: Setting, all: boolean): { readonly comment?: string } {
  if (value === undefined) return { comment: `${source}; ${key.variable}` };
  return all || source !== "default" ? { comment: source } : {};
}

function scalar(value: ConfigValue): string {
  if (typeof value === "string") return quoteYaml(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return `[${value.map(quoteYaml).join(", ")}]`;
}

/** Unquoted if every YAML parser reads it as a string. */
function quoteYaml(text: string): string {
  const plain = /^[A-Za-z/.][\w./:@+-]*$/.test(text) && !/^(?:true|false|null)$|:$/i.test(text);
  return plain ? text : safeLine(JSON.stringify(text));
}
