export interface NotedHead {
  readonly seq: number;
  readonly hash: string;
}

/** As `emend audit verify` and this page print it. */
export const headText = ({ seq, hash }: NotedHead): string => `${seq}:${hash}`;

/** A head that somebody noted; nothing where it is none. */
export function readHead(text: string): NotedHead | undefined {
  const [seq = "", hash = ""] = text.trim().split(/[:\s]/);
  if (!/^\d{1,15}$/.test(seq) || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
  return { seq: Number(seq), hash };
}
