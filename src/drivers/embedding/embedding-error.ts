import { ExternalError } from "../../ports/errors.ts";

export type EmbeddingErrorCode =
  /** No model where it was looked for. */
  | "model_missing"
  /** A file that is no model, or not a whole one. */
  | "model_damaged"
  /** A model of another version of Emend. */
  | "model_mismatch"
  /** The thread that embeds has ended. */
  | "embedder_stopped"
  /** A server that cannot be reached, does not answer in time, or fails again and again. */
  | "embedding_unreachable"
  /** A server that takes nothing from us, whatever the text: a wrong key, an unknown model, another address. */
  | "embedding_denied"
  /** A server that takes others and not this text, or an address that no server can have. */
  | "embedding_refused"
  /** A server whose answer is not what was asked for. */
  | "embedding_answer_unfit";

export class EmbeddingError extends ExternalError<EmbeddingErrorCode> {
  override readonly name = "EmbeddingError";
}
