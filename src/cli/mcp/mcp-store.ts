import type { Emend } from "../../compose.ts";
import type { EmendAccess } from "../../mcp/mcp-context.ts";
import { ExternalError } from "../../ports/errors.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import type { OpenEmend } from "../open/open-emend.ts";

export interface ClosableAccess extends EmendAccess {
  close(): Promise<void>;
}

/** Opens the store at the first call that needs it and keeps it; what fails to open is tried again at the next. */
export function createEmendAccess(io: CliIo, file: string | undefined, openEmend: OpenEmend): ClosableAccess {
  let opened: Promise<Emend | undefined> | undefined;
  // One at a time, so that calls that come together share one store.
  const open = (create: boolean): Promise<Emend | undefined> => {
    const next = (opened ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .then((emend) => emend ?? openEmend(io, { file, create }).catch(explain));
    opened = next;
    return next;
  };
  return {
    find: () => open(false),
    make: async () => {
      const emend = await open(true);
      if (emend !== undefined) return emend;
      throw new ExternalError("store_missing", "the store was removed while it was being created; try again");
    },
    close: async () => {
      const emend = await opened?.catch(() => undefined);
      await emend?.close();
    },
  };
}

/** That there is none yet is an answer; what else the command line says of a store is a fault of the world. */
function explain(error: unknown): undefined {
  if (!(error instanceof CliError)) throw error;
  if (error.code === "store_missing") return undefined;
  const hint = error.hint === undefined ? "" : `; ${error.hint}`;
  throw new ExternalError(error.code, `${error.message}${hint}`, error);
}
