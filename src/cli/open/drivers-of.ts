import type { Drivers } from "../../compose/drivers.ts";
import type { CliIo } from "../cli-io.ts";

/** The drivers, loaded when a command first needs one: many commands need none. */
export const driversOf = async (io: Pick<CliIo, "cwd"> & Partial<Pick<CliIo, "env">>): Promise<Drivers> =>
  (await import("../../compose/drivers.ts")).openDrivers(io);
