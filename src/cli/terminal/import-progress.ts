import type { CliIo } from "../cli-io.ts";
import { formatNumber } from "./plain-text.ts";
import { redrawLine, renderBar } from "./progress-bar.ts";

const UPDATE_MS = 100;
const BAR_COLUMNS = 20;

export interface ProgressState {
  /** Bytes read so far, of the total if that is known. */
  readonly bytes: number;
  readonly total: number | undefined;
  readonly records: number;
}

export interface ImportProgress {
  update(state: ProgressState): void;
  /** Clears the line, so that other output starts at its beginning. */
  clear(): void;
}

/** One line on the terminal, redrawn as the import goes on; nothing elsewhere. */
export function createImportProgress(io: CliIo, isEnabled: boolean): ImportProgress {
  const { stderr } = io;
  if (!isEnabled || stderr.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  const startedAt = io.now().getTime();
  let drawn: number | undefined;
  return {
    update: (state) => {
      const now = io.now().getTime();
      if (drawn !== undefined && now - drawn < UPDATE_MS) return;
      drawn = now;
      const columns = (stderr as { readonly columns?: number }).columns ?? 80;
      const line = renderProgress(state, (now - startedAt) / 1_000).slice(0, Math.max(1, columns - 1));
      redrawLine(io, line);
    },
    clear: () => {
      if (drawn !== undefined) redrawLine(io, "");
      drawn = undefined;
    },
  };
}

/** `[########------------]  40%  12,345 records  2,469/s  0:07 left` */
export function renderProgress({ bytes, total, records }: ProgressState, seconds: number): string {
  const rate = seconds > 0 ? `  ${formatNumber(Math.round(records / seconds))}/s` : "";
  const count = `${formatNumber(records)} records${rate}`;
  if (total === undefined) return `${(bytes / 1_048_576).toFixed(1)} MiB  ${count}`;
  const share = total === 0 ? 1 : Math.min(1, bytes / total);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  // An estimate from the first moments would jump about.
  const left =
    share >= 0.01 && seconds >= 1 ? `  ${formatDuration((seconds / share) * (1 - share))} left` : "";
  return `${renderBar(share, BAR_COLUMNS)} ${percent}  ${count}${left}`;
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
