import { CODEX } from "./all-clients.ts";
import { converses } from "./conversations.ts";

converses(CODEX);
