import { defined } from "../../core/defined.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";

/** The vectors of the present model where they are not kept in the store; those in it need nobody to remove them. */
export async function openOutsideVectors(io: CliIo): Promise<VectorIndex | undefined> {
  const chroma = await chromaOf(io);
  if (chroma === undefined) return undefined;
  const { compose } = await import("../../compose.ts");
  const { embedderOf } = await import("./open-learning.ts");
  const emend = compose({ cwd: io.cwd });
  const { name: model, dimensions } = await emend.openEmbedder(await embedderOf(io));
  return emend.openChroma({ ...chroma, model, dimensions });
}

/** The ChromaDB of the configuration, where there is one. */
export async function chromaOf(
  io: CliIo,
): Promise<{ readonly url: string; readonly token?: string } | undefined> {
  const { chromaUrl: url, chromaToken: token } = (await configOf(io)).vectors;
  return url === undefined ? undefined : { url, ...defined({ token }) };
}
