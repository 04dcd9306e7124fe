import { describe, expect, it } from "vitest";
import { httpErrors } from "./http-errors.ts";
import { strongest } from "../../../../test/strongest.ts";

const GOOD = '10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 512\n';

describe("httpErrors", () => {
  it.each([
    [
      "a server error in an access log",
      `${GOOD}10.0.0.1 - - [x] "GET /pay HTTP/1.1" 500 12`,
      "strong runtime_error",
    ],
    [
      "one refused request that is shown alone",
      'the API says INFO: 127.0.0.1:5 - "OPTIONS /pay HTTP/1.1" 405 Method Not Allowed',
      "strong runtime_error",
    ],
    [
      "one missing page among good answers",
      `${GOOD}${GOOD}10.0.0.1 - - [x] "GET /b HTTP/1.1" 404 12`,
      "weak runtime_error",
    ],
    ["good answers", GOOD, "nothing"],
    ["a development server", " POST /api/pay 500 in 31ms", "strong runtime_error"],
    [
      "a browser console",
      "Failed to load resource: the server responded with a status of 400 (Bad Request)",
      "proof runtime_error",
    ],
    ["axios", "AxiosError: Request failed with status code 404", "strong runtime_error"],
    ["requests", "404 Client Error: Not Found for url: https://api.example/pay", "proof runtime_error"],
    ["curl -i", "HTTP/1.1 502 Bad Gateway", "proof runtime_error"],
    ["a line of its own", "500 Internal Server Error", "strong runtime_error"],
    ["a body that says so", '{"detail":"Internal server error"}', "strong runtime_error"],
    ["a problem document", '{"type":"about:blank","title":"Bad","status":500}', "strong runtime_error"],
    ["fetch", "TypeError: Failed to fetch", "proof runtime_error"],
    ["a good answer of curl -i", "HTTP/2 200", "nothing"],
    ["a table of routes", "| 404 | Not Found | the basket is unknown |", "nothing"],
    ["an API description", '        "404": { "description": "Not Found" }', "nothing"],
    ["source", "  if (response.status === 404) throw new HttpError(404);", "nothing"],
    ["a test's name", "✓ answers 404 Not Found for an unknown basket (3 ms)", "nothing"],
    ["a stylesheet", ".error-404 { color: red; }", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([httpErrors], text).saw).toBe(saw);
  });
});
