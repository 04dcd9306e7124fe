import { describe, expect, it } from "vitest";
import { parsePullRequest } from "./pull-request.ts";

describe("parsePullRequest", () => {
  it("reads owner, name and number", () => {
    expect(parsePullRequest("acme/web-shop.js#12")).toEqual({ repository: "acme/web-shop.js", number: 12 });
  });

  it.each([
    "acme#1",
    "acme/shop",
    "acme/shop#0",
    "acme/shop#-1",
    "a/b/c#1",
    "../shop#1",
    "acme/..#1",
    "acme/shop#1 ",
    "",
  ])("%j is none", (text) => {
    expect(parsePullRequest(text)).toBeUndefined();
  });
});
