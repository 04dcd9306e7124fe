import { describeIdempotencyStore } from "./idempotency-store.ts";
import { openPostgres } from "./open-postgres.ts";
import { describeInvitationStore } from "./invitation-store.ts";
import { describePersonStore } from "./person-store.ts";
import { describeSessionStore } from "./session-store.ts";
import { describeTokenStore } from "./token-store.ts";

const driver = openPostgres();
describeTokenStore("PostgreSQL", driver);
describeSessionStore("PostgreSQL", driver);
describeIdempotencyStore("PostgreSQL", driver);
describeInvitationStore("PostgreSQL", driver);
describePersonStore("PostgreSQL", driver);
