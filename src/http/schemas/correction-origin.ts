import { z } from "zod";

const line = z.int();

export const originResponse = z
  .union([
    z.object({ file: z.string(), line, turn: z.string() }),
    z.object({ url: z.string() }),
    z.object({ commit: z.string(), line }),
    z.object({ feedback: z.string().describe("The id of the feedback.") }),
  ])
  .meta({ id: "CorrectionOrigin" });
