import { OPENCODE } from "./all-clients.ts";
import { converses } from "./conversations.ts";

converses(OPENCODE);
