import type { CliIo } from "../cli-io.ts";

const UPDATE_MS = 100;
const BAR_COLUMNS = 20;

export interface ProgressState {
  /** Bytes read in this run, of those there were to read where that is known. */
  readonly bytes: number;
  readonly total: number | undefined;
  readonly records: number;
}

export interface ImportProgress {
  update(state: ProgressState): void;
  /** Wipes the line, so that what is printed next begins at its beginning. */
  clear(): void;
}

/** One line on the terminal, drawn over and over; nothing where standard error is no terminal. */
export function createImportProgress(io: CliIo, wanted: boolean): ImportProgress {
  const { stderr } = io;
  if (!wanted || stderr.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  const began = io.now().getTime();
  let drawn: number | undefined;
  return {
    update: (state) => {
      const now = io.now().getTime();
      if (drawn !== undefined && now - drawn < UPDATE_MS) return;
      drawn = now;
      const columns = (stderr as { readonly columns?: number }).columns ?? 80;
      const line = renderProgress(state, (now - began) / 1_000).slice(0, Math.max(1, columns - 1));
      stderr.write(`\r${line}\u001b[K`);
    },
    clear: () => {
      if (drawn !== undefined) stderr.write("\r\u001b[K");
      drawn = undefined;
    },
  };
}

/** `[########------------]  40%  12,345 records  2,469/s  0:07 left` */
export function renderProgress({ bytes, total, records }: ProgressState, seconds: number): string {
  const rate = seconds > 0 ? `  ${Math.round(records / seconds).toLocaleString("en-US")}/s` : "";
  const count = `${records.toLocaleString("en-US")} records${rate}`;
  if (total === undefined) return `${(bytes / 1_048_576).toFixed(1)} MiB  ${count}`;
  const share = total === 0 ? 1 : Math.min(1, bytes / total);
  const filled = Math.floor(share * BAR_COLUMNS);
  const bar = "#".repeat(filled) + "-".repeat(BAR_COLUMNS - filled);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  // A guess from the first moments would only jump about.
  const left = share >= 0.01 && seconds >= 1 ? `  ${clock((seconds / share) * (1 - share))} left` : "";
  return `[${bar}] ${percent}  ${count}${left}`;
}

function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
