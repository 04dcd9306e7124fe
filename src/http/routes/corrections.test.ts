import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { makeCorrection } from "../../../test/contract/correction-store.ts";

let http: HttpSession;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

describe("/corrections", () => {
  it("lists corrections newest first, page by page and by every filter", async () => {
    const landed = makeCorrection(2, { outcome: "landed", author: "bo", found: "commit" });
    const { before: _before, after: _after, ...wordless } = makeCorrection(3, { path: "src/pay.py" });
    await http.context.store.corrections.add([makeCorrection(1), landed, wordless]);
    const reviewer = http.as("reviewer");
    const { body } = await reviewer.get("corrections?limit=2");
    expect(body.items).toEqual([wordless, landed]);
    const rest = await reviewer.get(`corrections?limit=2&after=${body.next}`);
    expect(rest.body).toEqual({ items: [makeCorrection(1)], next: null });
    for (const filter of ["outcome=landed", "author=bo", "found=commit"]) {
      expect((await reviewer.get(`corrections?${filter}`)).body.items).toEqual([landed]);
    }
    expect((await reviewer.get("corrections?path=src%2Fpay.py")).body.items).toEqual([wordless]);
    expect((await reviewer.get("corrections?with_edit=true&agent=rio")).body.items).toHaveLength(2);
    expect((await reviewer.get("corrections?project=bank")).body.items).toEqual([]);
    expect((await reviewer.get("corrections?after=x")).body.code).toBe("invalid_cursor");
    expect((await reviewer.get("corrections?with_edit=maybe")).status).toBe(400);
  });

  it("answers one correction, and agents read none", async () => {
    const one = makeCorrection(1);
    await http.context.store.corrections.add([one]);
    expect((await http.as("reviewer").get(`corrections/${one.id}`)).body).toEqual(one);
    expect((await http.as("reviewer").get("corrections/co_none")).body.code).toBe("not_found");
    for (const path of ["corrections", `corrections/${one.id}`]) {
      expect((await http.as("agent", { agent: "rio" }).get(path)).status).toBe(403);
    }
  });

  it("a correction made while approving work is there at once, an agent's own claim is not", async () => {
    const diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n";
    const item = { agent: "rio", outcome: "approved_with_changes", comment: "Say b.", diff };
    await http.as("agent", { agent: "rio" }).post("feedback", { items: [item] });
    expect((await http.as("reviewer").get("corrections")).body.items).toEqual([]);
    await http.as("reviewer").post("feedback", { items: [item] });
    expect((await http.as("reviewer").get("corrections")).body.items).toMatchObject([
      { remark: "Say b.", before: "a", after: "b", outcome: "landed", path: "x.py" },
    ]);
  });
});
