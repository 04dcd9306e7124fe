import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { openTestStore } from "../open-test-store.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { checkRoute, type FuzzTarget } from "./check-http.ts";
import { openFuzzTarget } from "./open-fuzz-target.ts";

const RUNS = 300;

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

const STORES = {
  SQLite: () => openTestStore(),
  PostgreSQL: async () => openPostgresStore({ url: await server!.urlOf("fuzz"), maxConnections: 4 }),
} as const;

describe.each(["SQLite", "PostgreSQL"] as const)(
  "over %s, whatever is asked, the answer is as the contract says",
  (name) => {
    let target: FuzzTarget;
    beforeAll(async () => {
      target = await openFuzzTarget(STORES[name]());
    }, 60_000);
    afterAll(() => target.http.close());

    it.each(ROUTES.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
      "%s",
      async (_name, route) => {
        await expect(checkRoute(route, target, RUNS)).resolves.toBeUndefined();
      },
    );
  },
);
