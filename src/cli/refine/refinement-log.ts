import type { Refinement } from "../../core/prompt/refine-prompt.ts";
import type { RefinementPlace } from "../../core/prompt/refinement-record.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { openUserEmend } from "../open/open-emend.ts";
import { actorOf } from "../options/actor.ts";

/** Writes refinements to the log of the store, which is made if there is none. */
export interface OpenRefinementLog {
  /** Answers how many iterations were kept. */
  keep(refinement: Refinement, place: RefinementPlace): Promise<number>;
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
      const about = { ...(agent === undefined ? {} : { agent }), ...place };
      return (await refinements.keep(refinement, { ...about, at: io.now().toISOString(), recorded_by }))
        .length;
    },
    close,
  };
}
