import {
  alignModel,
  MODEL_DIGEST_AT,
  MODEL_LENGTH_AT,
  MODEL_MAGIC,
  MODEL_START,
  modelDigest,
  payloadStart,
  type ModelHeader,
} from "../src/drivers/embedding/model-file.ts";

type Tensors = readonly (readonly [name: string, values: ArrayBufferView])[];

/** A model in the form that src/drivers/embedding/model-file.ts tells of. */
export function writeModel(about: Omit<ModelHeader, "size" | "tensors">, tensors: Tensors): Buffer {
  const places: Record<string, readonly [number, number]> = {};
  let size = 0;
  for (const [name, { byteLength }] of tensors) {
    places[name] = [size, byteLength];
    size = alignModel(size + byteLength);
  }
  const header = Buffer.from(JSON.stringify({ ...about, size, tensors: places } satisfies ModelHeader));
  const start = payloadStart(header.length);
  const file = Buffer.alloc(start + size);
  file.write(MODEL_MAGIC, "latin1");
  file.writeUInt32LE(header.length, MODEL_LENGTH_AT);
  header.copy(file, MODEL_START);
  for (const [name, { buffer, byteOffset, byteLength }] of tensors)
    file.set(new Uint8Array(buffer, byteOffset, byteLength), start + places[name]![0]);
  file.set(modelDigest(file.subarray(MODEL_START)), MODEL_DIGEST_AT);
  return file;
}
