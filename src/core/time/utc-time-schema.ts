import { z } from "zod";
import { utcMillis } from "./utc-millis.ts";

export const utcTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .refine((text) => utcMillis(text)?.time === text)
  .meta({ format: "date-time", description: "UTC to the millisecond." });
