import { describe, expect, it } from "vitest";
import { webAddress } from "./web-address.ts";

describe("webAddress", () => {
  it.each(["https://example.com/pulls/7", "http://localhost:3000/"])("takes %s", (text) => {
    expect(webAddress(text)?.href).toBe(text);
  });

  it.each([
    undefined,
    "",
    "pulls/7",
    "javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "https://ana:secret@example.com/",
  ])("refuses %s", (text) => {
    expect(webAddress(text)).toBeUndefined();
  });
});
