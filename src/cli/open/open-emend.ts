import type { Emend } from "../../compose.ts";
import type { Host } from "../../compose/learning.ts";
import type { GateCatalogue } from "../../core/gate/gate.ts";
import type { Config } from "../../config/config.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { configOf } from "./config-of.ts";
import { loadGates } from "./load-gates.ts";
import { openStore, type OpenStoreOptions } from "./open-store.ts";

interface OpenEmendOptions extends OpenStoreOptions {
  /** Those that an option names; those of the configuration when left out. */
  readonly gates?: GateCatalogue;
}

export type OpenEmend = (io: CliIo, options: OpenEmendOptions) => Promise<Emend>;

/** The use cases over the user's store; drivers are loaded here and not before. */
export const openUserEmend: OpenEmend = async (io, options) => {
  const store = await openStore(io, options);
  const { emendOver } = await import("../../compose/open-emend.ts");
  return emendOver(store, await hostOf(io), { gates: async () => options.gates ?? loadGates(undefined, io) });
};

/** This process and its settings, for what composes drivers. */
export const hostOf = async (io: CliIo, config?: Config): Promise<Host> => ({
  config: config ?? (await configOf(io)),
  cwd: io.cwd,
  env: io.env,
  now: io.now,
  onFault: ({ code, message }) => void io.stderr.write(`emend: ${safeLine(message)} [${code}]\n`),
});

/** The use cases over the user's store, or those that a test hands in. */
export const emendOf = (
  { io, openEmend: given = openUserEmend }: CliContext,
  options: OpenEmendOptions,
): Promise<Emend> => given(io, options);

/** Runs one command over the store and prints what it answers; the store is closed whatever happens. */
export async function withEmend(
  options: { readonly store?: string; readonly create?: boolean },
  context: CliContext,
  act: (emend: Emend) => Promise<string>,
): Promise<void> {
  const { io, finish } = context;
  const emend = await emendOf(context, { file: options.store, create: options.create === true });
  try {
    io.stdout.write(await act(emend));
    finish(EXIT.fine);
  } finally {
    await emend.close();
  }
}
