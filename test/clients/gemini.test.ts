import { GEMINI } from "./all-clients.ts";
import { converses } from "./conversations.ts";

converses(GEMINI);
