import type { Config } from "../../config/config.ts";
import type { ReadConfig, Setting } from "../../config/read-config.ts";
import { type CliError, usageError } from "../cli-error.ts";

/** A command needs settings of a repository's file that the user has not trusted. */
function notTrusted(untrusted: readonly Setting[]): CliError {
  const [first, ...more] = untrusted;
  const others = more.length === 0 ? "" : ` (and ${more.map(({ key }) => key.name).join(", ")})`;
  return usageError(
    "not_trusted",
    `${first!.source}: ${first!.key.name}${others} is ignored until you trust this file`,
    "run `emend trust` in this folder to review it",
  );
}

/** For whatever uses all settings, as a server does, but for those that options set. */
export function assertTrusted({ untrusted }: ReadConfig, set: readonly string[]): void {
  const waiting = untrusted.filter(({ key }) => !set.includes(key.name));
  if (waiting.length > 0) throw notTrusted(waiting);
}

/** The configuration with a guard: using a part of it that waits for trust is refused, instead of using something else. */
export function guardUntrusted({ config, untrusted }: ReadConfig): Config {
  if (untrusted.length === 0) return config;
  const guarded = { ...config };
  for (const part of new Set(untrusted.map(({ key }) => key.name.split(".")[0]!))) {
    const waiting = untrusted.filter(({ key }) => key.name.split(".")[0] === part);
    Object.defineProperty(guarded, part, {
      enumerable: true,
      get: () => {
        throw notTrusted(waiting);
      },
    });
  }
  return guarded;
}
