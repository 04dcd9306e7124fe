import type { CliIo } from "../cli-io.ts";

const COLUMNS = 24;

export interface CopyProgress {
  readonly update: (rows: number, total: number) => void;
  /** Wipes the line, so that what is printed next begins at its beginning. */
  readonly clear: () => void;
}

/** A bar on a terminal, drawn anew with each hundredth; nothing elsewhere. */
export function createCopyProgress({ stderr }: Pick<CliIo, "stderr">): CopyProgress {
  if (stderr.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  let drawn = -1;
  return {
    update: (rows, total) => {
      const percent = total === 0 ? 100 : Math.floor((rows / total) * 100);
      if (percent === drawn) return;
      drawn = percent;
      const filled = Math.floor((percent / 100) * COLUMNS);
      const bar = "#".repeat(filled) + "-".repeat(COLUMNS - filled);
      const count = `${rows.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} rows`;
      stderr.write(`\r[${bar}] ${String(percent).padStart(3)} %  ${count}\u001b[K`);
    },
    clear: () => {
      if (drawn >= 0) stderr.write("\r\u001b[K");
    },
  };
}
