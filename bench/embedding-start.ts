// A fresh process that loads the model given as its argument, embeds one text, and tells what that took.
import { createLocalEmbedder } from "../src/drivers/embedding/local-embedder.ts";

const start = performance.now();
await createLocalEmbedder({ modelPath: process.argv[2]! }).embed([
  "The first text, with the model still on disk.",
]);
console.log(JSON.stringify({ ms: performance.now() - start, bytes: process.memoryUsage().rss }));
