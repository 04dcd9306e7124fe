import { maskSetting } from "../../config/mask-setting.ts";
import type { ReadConfig } from "../../config/read-config.ts";
import type { CliContext } from "../cli-context.ts";
import type { ConfigOptions } from "./config.ts";
import { loadConfig } from "../open/config-of.ts";
import { renderConfig } from "./config-text.ts";
import { EXIT } from "../exit-code.ts";
import { painter } from "../terminal/style.ts";

/** `emend config`: what holds, with nothing secret in it. */
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
      ? `${JSON.stringify(toJson(read, sources), null, 2)}\n`
      : renderConfig(read, { sources, paint: painter(io) }),
  );
  finish(EXIT.fine);
}

function toJson({ file, settings, untrusted }: ReadConfig, sources: boolean): unknown {
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
