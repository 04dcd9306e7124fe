/**
 * Names the space that the vectors are in: vectors of two names cannot be compared. It changes whenever the weights,
 * the words or the arithmetic do, and a test compares it with the model's bytes.
 */
export const MODEL_NAME = "emend-minilm-l6-3";
export const MODEL_DIMENSIONS = 384;
