import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../src/http/routes.ts";
import { checkRoute, type FuzzTarget } from "./check-http.ts";
import { openFuzzTarget } from "./open-fuzz-target.ts";

/** Two rounds of so many for each route; the long tests make more. */
const RUNS = 12;

let target: FuzzTarget;
beforeAll(async () => {
  target = await openFuzzTarget();
});
afterAll(() => target.http.close());

describe("whatever is asked, the answer is as the contract says", () => {
  it.each(ROUTES.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
    "%s",
    async (_name, route) => {
      await expect(checkRoute(route, target, RUNS)).resolves.toBeUndefined();
    },
  );

  it("and the server still answers", async () => {
    expect((await target.http.anybody.get("/openapi.json")).status).toBe(200);
    expect(({} as { role?: unknown }).role).toBeUndefined();
  });
});
