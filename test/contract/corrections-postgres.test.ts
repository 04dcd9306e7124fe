import { describeCorrectionStore } from "./correction-store.ts";
import { openPostgres } from "./open-postgres.ts";

const { open } = openPostgres();
describeCorrectionStore("PostgreSQL", { open, openClient: (name) => open({ name }) });
