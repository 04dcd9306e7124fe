/**
 * A vector with the number of its last change, so that a copy in memory only reads what is new. It is not named
 * `vector`, because that would prevent pgvector from creating its type.
 */
interface VectorEntryTable {
  readonly model: string;
  readonly id: string;
  readonly seq: number;
  /** 32-bit floats, little-endian. */
  readonly vector: Uint8Array;
}

/** Removed vectors, for copies in memory that still have them. */
interface VectorRemovedTable {
  readonly model: string;
  readonly seq: number;
  readonly id: string;
}

/** The number of a model's last change. Removals up to `forgotten` are no longer listed. */
interface VectorHeadTable {
  readonly model: string;
  readonly seq: number;
  readonly forgotten: number;
}

export interface VectorTables {
  readonly vector_entry: VectorEntryTable;
  readonly vector_removed: VectorRemovedTable;
  readonly vector_head: VectorHeadTable;
}
