import type { PackSource } from "../core/rule-pack/pack-source.ts";
import { ExternalError } from "./errors.ts";

/** A pack could not be read. The message says what to do. */
export class PackError extends ExternalError<
  "pack_not_found" | "pack_unreachable" | "pack_unreadable" | "pack_too_large" | "program_not_found"
> {
  override readonly name = "PackError";
}

/** Reads rule packs from folders, git and npm. Nothing of a pack is ever run. */
export interface RulePacks {
  fetch(source: PackSource): Promise<FetchedPack>;
}

export interface FetchedPack {
  /** Its `emend.pack.json`. */
  readonly text: string;
  /** The exact version or commit that was read. */
  readonly resolved: PackSource;
}
