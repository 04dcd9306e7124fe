import { describe, expect, it } from "vitest";
import { serverUrl } from "./server-url.ts";

describe("serverUrl", () => {
  it.each([
    { why: "this machine's own", host: "127.0.0.1", url: "http://127.0.0.1:4180" },
    { why: "an address of version 6 in brackets", host: "::1", url: "http://[::1]:4180" },
    { why: "every address, reached from here", host: "0.0.0.0", url: "http://127.0.0.1:4180" },
    { why: "every address of version 6", host: "::", url: "http://[::1]:4180" },
    {
      why: "the public one before all",
      host: "0.0.0.0",
      publicUrl: "https://emend.example/",
      url: "https://emend.example",
    },
  ])("$why", ({ host, url, ...known }) => {
    expect(serverUrl({ host, ...known }, 4180)).toBe(url);
  });
});
