import { randomBytes } from "node:crypto";
import type { RandomText } from "../../core/access/token.ts";

export const randomText: RandomText = (bytes) => randomBytes(bytes).toString("base64url");
