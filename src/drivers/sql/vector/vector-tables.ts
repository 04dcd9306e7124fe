/**
 * A vector with the number of its last change, so that a copy in memory reads only what is new. pgvector has
 * a type named `vector`, and a table of that name would keep it from being created.
 */
interface VectorEntryTable {
  readonly model: string;
  readonly id: string;
  readonly seq: number;
  /** 32-bit floats, low byte first. */
  readonly vector: Uint8Array;
}

/** Vectors that are gone, for copies in memory that still have them. */
interface VectorRemovedTable {
  readonly model: string;
  readonly seq: number;
  readonly id: string;
}

/** The number of a model's last change; removals up to `forgotten` are no longer told. */
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
