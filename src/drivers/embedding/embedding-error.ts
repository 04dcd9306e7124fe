import { ExternalError } from "../../ports/errors.ts";

export type EmbeddingErrorCode =
  /** There is no model at the expected path. */
  | "model_missing"
  /** The file is not a model, or incomplete. */
  | "model_damaged"
  /** The model belongs to another version of Emend. */
  | "model_mismatch"
  /** The embedding thread has ended. */
  | "embedder_stopped"
  /** The server cannot be reached, does not respond in time, or fails repeatedly. */
  | "embedding_unreachable"
  /** The server refuses any text: wrong key, unknown model or wrong address. */
  | "embedding_denied"
  /** The server refuses this text but not others, or the address is invalid. */
  | "embedding_refused"
  /** The server's response is not what was requested. */
  | "embedding_answer_unfit";

export class EmbeddingError extends ExternalError<EmbeddingErrorCode> {
  override readonly name = "EmbeddingError";
}
