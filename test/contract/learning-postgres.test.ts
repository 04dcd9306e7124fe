import { afterAll, beforeAll } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { describeClusterStore } from "./cluster-store.ts";
import { describeEvaluationStore } from "./evaluation-store.ts";
import type { StorePlace } from "./feedback-store.ts";
import { describeRestoredClusters } from "./restored-clusters.ts";
import { describeRuleStore } from "./rule-store.ts";
import type { StoreDriver } from "./store-driver.ts";

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

const open = async ({ name, onQuery }: StorePlace): Promise<Store> =>
  openPostgresStore({
    url: await server!.urlOf(name),
    maxConnections: 4,
    ...(onQuery === undefined ? {} : { onQuery }),
  });

const driver: StoreDriver = { open, openClient: (name) => open({ name }) };
describeRuleStore("PostgreSQL", driver);
describeClusterStore("PostgreSQL", driver);
describeRestoredClusters("PostgreSQL", driver);
describeEvaluationStore("PostgreSQL", driver);
