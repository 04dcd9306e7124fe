import type { Config } from "../../config/config.ts";
import type { ReadConfig, Setting } from "../../config/read-config.ts";
import { type CliError, usageError } from "../cli-error.ts";

function notTrusted(untrusted: readonly Setting[]): CliError {
  const [first, ...more] = untrusted;
  const others = more.length === 0 ? "" : ` (and ${more.map(({ key }) => key.name).join(", ")})`;
  return usageError(
    "not_trusted",
    `${first!.source}: ${first!.key.name}${others} is ignored until you trust this file`,
    "run `emend trust` in this folder to review it",
  );
}

/** For commands that use all settings, such as a server. Settings overridden by options need no trust. */
export function assertTrusted({ untrusted }: ReadConfig, overridden: readonly string[]): void {
  const waiting = untrusted.filter(({ key }) => !overridden.includes(key.name));
  if (waiting.length > 0) throw notTrusted(waiting);
}

/** Makes the use of an untrusted section an error, instead of silently using its default. */
export function guardUntrusted({ config, untrusted }: ReadConfig): Config {
  if (untrusted.length === 0) return config;
  const guarded = { ...config };
  for (const section of new Set(untrusted.map(({ key }) => key.name.split(".")[0]!))) {
    const waiting = untrusted.filter(({ key }) => key.name.split(".")[0] === section);
    Object.defineProperty(guarded, section, {
      enumerable: true,
      get: () => {
        throw notTrusted(waiting);
      },
    });
  }
  return guarded;
}
