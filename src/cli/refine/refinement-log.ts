import { defined } from "../../core/defined.ts";
import type { Refinement } from "../../core/prompt/refine-prompt.ts";
import type { RefinementOrigin } from "../../core/prompt/refinement-record.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { openUserEmend } from "../open/open-emend.ts";
import { actorOf } from "../options/parse-options.ts";

/** The refinement log in the store, which is created if it is missing. */
export interface OpenRefinementLog {
  /** Returns how many iterations were stored. */
  keep(refinement: Refinement, place: RefinementOrigin): Promise<number>;
  close(): Promise<void>;
}

export async function openRefinementLog(
  io: CliIo,
  options: { readonly store?: string; readonly as?: string },
): Promise<OpenRefinementLog> {
  const { agent } = await configOf(io);
  const recorded_by = actorOf(io, options.as);
  const { refinements, close } = await openUserEmend(io, { file: options.store, create: true });
  return {
    keep: async (refinement, place) => {
      const origin = { ...defined({ agent }), ...place, at: io.now().toISOString(), recorded_by };
      return (await refinements.keep(refinement, origin)).length;
    },
    close,
  };
}
