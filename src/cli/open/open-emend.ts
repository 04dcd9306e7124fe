import { defined } from "../../core/defined.ts";
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
  /** Default: those of the configuration. */
  readonly gates?: GateCatalogue;
}

export type OpenEmend = (io: CliIo, options: OpenEmendOptions) => Promise<Emend>;

/** The use cases over the user's store. */
export const openUserEmend: OpenEmend = async (io, options) => {
  const store = await openStore(io, options);
  const { emendOver } = await import("../../compose/open-emend.ts");
  return emendOver(store, await hostOf(io), { gates: async () => options.gates ?? loadGates(undefined, io) });
};

/** This process and its settings, in the form that compose expects. */
export const hostOf = async (io: CliIo, config?: Config): Promise<Host> => ({
  config: config ?? (await configOf(io)),
  cwd: io.cwd,
  env: io.env,
  now: io.now,
  onFault: ({ code, message }) => void io.stderr.write(`emend: ${safeLine(message)} [${code}]\n`),
});

export const emendOf = (
  { io, openEmend = openUserEmend }: CliContext,
  options: OpenEmendOptions,
): Promise<Emend> => openEmend(io, options);

/** Opens the store for some work, and closes it afterwards. */
export async function withEmend<T>(
  { store, create = false, ...options }: StoreSelection,
  context: CliContext,
  work: (emend: Emend) => Promise<T>,
): Promise<T> {
  const emend = await emendOf(context, { file: store, create, ...defined({ gates: options.gates }) });
  try {
    return await work(emend);
  } finally {
    await emend.close();
  }
}

interface StoreSelection extends Pick<OpenEmendOptions, "gates"> {
  readonly store?: string;
  readonly create?: boolean;
}

/** Prints what a command answers from the store. */
export const printFromStore = (
  options: StoreSelection,
  context: CliContext,
  answer: (emend: Emend) => Promise<string>,
): Promise<void> =>
  withEmend(options, context, async (emend) => {
    context.io.stdout.write(await answer(emend));
    context.finish(EXIT.success);
  });

/** The catalogue of known mistakes, with the project's own entries. */
export async function catalogueOf(io: CliIo, host: Partial<Host> = {}) {
  const { openCatalogue } = await import("../../compose/learning.ts");
  return openCatalogue({ ...(await hostOf(io)), ...host });
}
