import { afterAll, beforeAll, expect, it } from "vitest";
import { openHttp, type HttpSession } from "../../test/http-session.ts";
import { contractOf } from "../../src/http/contract.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { exampleRequest, type Operation } from "./curl-example.ts";
import type { Schema } from "./schema-fields.ts";

let http: HttpSession;
beforeAll(async () => {
  http = await openHttp();
});
afterAll(() => http.close());

it("the example of each operation is one that the server takes", async () => {
  const admin = http.as("admin");
  const { paths, components } = contractOf("1.2.3").document as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const unfit: string[] = [];
  for (const route of ROUTES.filter(({ media, id }) => media === undefined && id !== "logOut")) {
    const operation = paths[`/api/v1${route.path}`]![route.method]!;
    const { target, body } = exampleRequest(route, operation, components.schemas);
    const told = route.method === "get" ? await admin.get(target) : await admin[route.method](target, body);
    if ([400, 405, 415, 422].includes(told.status)) unfit.push(`${route.id}: ${told.body.detail}`);
  }
  expect(unfit).toEqual([]);
});
