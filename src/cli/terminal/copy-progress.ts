import type { CliIo } from "../cli-io.ts";
import { formatNumber } from "./plain-text.ts";
import { redrawLine, renderBar } from "./progress-bar.ts";

const COLUMNS = 24;

export interface CopyProgress {
  readonly update: (rows: number, total: number) => void;
  /** Clears the line, so that other output starts at its beginning. */
  readonly clear: () => void;
}

/** A bar on a terminal, redrawn for each percent; nothing elsewhere. */
export function createCopyProgress(io: Pick<CliIo, "stderr">): CopyProgress {
  if (io.stderr.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  let drawn = -1;
  return {
    update: (rows, total) => {
      const percent = total === 0 ? 100 : Math.floor((rows / total) * 100);
      if (percent === drawn) return;
      drawn = percent;
      const count = `${formatNumber(rows)} of ${formatNumber(total)} rows`;
      redrawLine(io, `${renderBar(percent / 100, COLUMNS)} ${String(percent).padStart(3)} %  ${count}`);
    },
    clear: () => {
      if (drawn >= 0) redrawLine(io, "");
    },
  };
}
