import { createLocalEmbedder } from "../../src/drivers/embedding/local-embedder.ts";
import { createThreadedEmbedder } from "../../src/drivers/embedding/threaded-embedder.ts";
import { describeEmbedder } from "./embedder.ts";

describeEmbedder("The local model", async () => createLocalEmbedder());
describeEmbedder("The local model on its thread", async () => createThreadedEmbedder());
