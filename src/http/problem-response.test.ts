import { describe, expect, it } from "vitest";
import { openHttp } from "../../test/http-session.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import { ExternalError } from "../ports/errors.ts";
import type { LogFields } from "./http-log.ts";

/** What one request is answered with, and what the log says, where the store fails like this. */
async function failing(error: Error) {
  const store = await openTestStore();
  const lines: LogFields[] = [];
  const write = (fields: LogFields): void => void lines.push(fields);
  const feedback = { ...store.feedback, list: () => Promise.reject(error) };
  const http = await openHttp({
    store: { ...store, feedback },
    log: { debug: write, info: write, warn: write, error: write },
  });
  const told = await http.as("admin").get("feedback");
  await http.close();
  return { told, lines };
}

describe("what goes wrong", () => {
  it("outside is reported without internals, which are in the log", async () => {
    const { told, lines } = await failing(new ExternalError("store_failed", "/srv/secret/team.db: it broke"));
    expect(told).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(told.headers.get("retry-after")).toBe("5");
    expect(JSON.stringify(told.body)).not.toContain("/srv");
    const kept = { code: "store_failed", reason: "/srv/secret/team.db: it broke" };
    expect(lines).toContainEqual({ ...kept, request_id: told.headers.get("x-request-id") });
  });

  it("in the request is reported to the caller, without internals", async () => {
    const { told } = await failing(new ExternalError("invalid_cursor", "/srv/secret/team.db: no"));
    expect(told).toMatchObject({ status: 400, body: { code: "invalid_cursor" } });
    expect(JSON.stringify(told.body)).not.toContain("/srv");
  });

  it("in Emend itself is a bug, and told as one", async () => {
    const { told, lines } = await failing(new TypeError("x is not a function"));
    expect(told).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(JSON.stringify(told.body)).not.toContain("function");
    expect(lines.find(({ code }) => code === "internal_error")?.["reason"]).toContain("x is not a function");
  });
});
