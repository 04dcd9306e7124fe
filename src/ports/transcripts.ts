import type { TranscriptFormat, TranscriptReading } from "../core/transcript/transcript.ts";

/** The transcripts that coding agents keep. Reading them changes nothing. Nothing leaves the machine. */
export interface Transcripts {
  /** The transcripts of conversations about a repository, by agent. `root` is the repository's folder. */
  find(root: string): Promise<readonly FoundTranscripts[]>;
  /** Reads one file. `undefined` is the format of a file that no reader recognises. */
  read(path: string): Promise<ReadTranscript>;
}

export interface FoundTranscripts {
  readonly agent: TranscriptFormat;
  /** Where they are, for people: a folder, a file or a git branch. */
  readonly place: string;
  readonly files: readonly TranscriptFile[];
}

export interface TranscriptFile {
  /** What `read` takes: an absolute path, or `git:<branch>:<path>` for a transcript in a git branch. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Changes whenever the content does, so that an unchanged file need not be read again. */
  readonly version: string;
}

export type ReadTranscript =
  | { readonly format: TranscriptFormat; readonly reading: TranscriptReading }
  | { readonly format: undefined };
