import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { backoffDelay, redisLocation } from "./connect-redis.ts";
import { isGroupGone, redisError } from "./redis-error.ts";

describe("redisError", () => {
  it.each([
    { said: "WRONGPASS invalid username-password pair", code: "events_refused", advice: "check the name" },
    { said: "NOPERM this user has no permissions", code: "events_refused", advice: "streams and scripts" },
    {
      said: "READONLY You can't write against a read only replica.",
      code: "events_refused",
      advice: "primary",
    },
    { said: "ERR DB index is out of range", code: "events_refused", advice: "no such database" },
    { said: "connect ECONNREFUSED 10.0.0.1:6379", code: "events_unreachable", advice: "cannot be reached" },
    { said: "Connection is closed.", code: "events_unreachable", advice: "cannot be reached" },
    { said: "LOADING Redis is loading the dataset", code: "events_unreachable", advice: "cannot be reached" },
    {
      said: "OOM command not allowed when used memory",
      code: "events_failed",
      advice: "accepts no more writes",
    },
    { said: "WRONGTYPE Operation against a key", code: "events_failed", advice: "choose another stream" },
    { said: "ERR something new", code: "events_failed", advice: "see its error" },
    { said: "", code: "events_failed", advice: "no reason given" },
  ])("makes $code of: $said", ({ said, code, advice }) => {
    const error = redisError("redis://here", new Error(said));
    expect(error.code).toBe(code);
    expect(error.message).toContain(advice);
    expect(error.message).toContain(said);
  });

  it("knows a failure by its code where the words are missing", () => {
    expect(redisError("here", Object.assign(new Error(""), { code: "ECONNRESET" })).code).toBe(
      "events_unreachable",
    );
  });

  it("says why a transaction was given up", () => {
    const aborted = Object.assign(new Error("EXECABORT Transaction discarded because of previous errors."), {
      previousErrors: [new Error("OOM command not allowed when used memory > 'maxmemory'.")],
    });
    expect(redisError("here", aborted).message).toContain("accepts no more writes");
  });

  it("does not pass on the command, which may hold a password", () => {
    const refused = Object.assign(new Error("WRONGPASS"), { command: { name: "auth", args: ["topsecret"] } });
    expect(inspect(redisError("here", refused), { depth: 9, showHidden: true })).not.toContain("topsecret");
  });

  it.each([
    { said: "NOGROUP No such key 'x' or consumer group 'g'", gone: true, why: "a read" },
    { said: "ERR Error running script: NOGROUP No such key", gone: true, why: "a script on an older server" },
    { said: "UNBLOCKED the stream key no longer exists", gone: true, why: "a read that was waiting" },
    {
      said: "UNBLOCKED force unblock, instance state changed",
      gone: false,
      why: "a failover keeps the group",
    },
  ])("tells a group that is gone: $why", ({ said, gone }) => {
    expect(isGroupGone(new Error(said))).toBe(gone);
  });
});

describe("redisLocation", () => {
  it.each([
    { url: "redis://emend:topsecret@host:6379/2?password=topsecret", location: "redis://host:6379/2" },
    { url: "redis://:topsecret@[::1]:6379", location: "redis://[::1]:6379" },
    { url: "topsecret", location: "the address of Redis" },
    { url: "user:topsecret@host", location: "the address of Redis" },
  ])("shows $place", ({ url, location }) => {
    expect(redisLocation(url)).toBe(location);
  });
});

describe("backoffDelay", () => {
  it("grows to half a second, at least half of it certain", () => {
    const bounds = [1, 2, 3, 4, 5, 6, 2_000];
    expect(bounds.map((times) => backoffDelay(times, () => 0))).toEqual([25, 50, 100, 200, 250, 250, 250]);
    expect(bounds.map((times) => backoffDelay(times, () => 1))).toEqual([50, 100, 200, 400, 500, 500, 500]);
  });
});
