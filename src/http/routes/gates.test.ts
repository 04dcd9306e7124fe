import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { BUILT_IN_PACKS, CODE_PACK } from "../../core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../../core/gate/gate.ts";

let http: HttpSession | undefined;
beforeEach(() => {
  http = undefined;
});
afterEach(() => http?.close());

describe("GET /gates", () => {
  it("lists every tag of the packs in use with all that a page shows, and the hours of the gates", async () => {
    http = await openHttp();
    const { status, body } = await http.as("agent").get("gates");
    expect(status).toBe(200);
    expect(body.packs).toEqual(BUILT_IN_PACKS.map(({ name, description }) => ({ name, description })));
    expect(body.fallback_tag).toBe("unspecified");
    const tags = new Set(BUILT_IN_PACKS.flatMap(({ gates }) => gates.map(({ tag }) => tag)));
    expect(body.gates).toHaveLength(tags.size);
    const [gate] = CODE_PACK.gates;
    expect(body.gates[0]).toEqual({ ...gate, pack: "code", hours: 8 });
    expect(body.hours).toEqual([
      { gate: "Before send", hours: 2 },
      { gate: "Before merge", hours: 4 },
      { gate: "Before publish", hours: 8 },
    ]);
  });

  it("tells a team's own gates from those of a built-in pack, also under the same tag", async () => {
    const [first, second] = CODE_PACK.gates;
    const own = { ...CODE_PACK, name: "ours", gates: [{ ...first!, fix: "Ask us." }, second!] };
    http = await openHttp({ gates: createGateCatalogue([own, CODE_PACK]) });
    const { body } = await http.as("agent").get("gates");
    expect(body.packs[0]).toEqual({ name: "ours", description: null });
    expect(body.gates[0]).toMatchObject({ tag: first!.tag, fix: "Ask us.", pack: null });
  });

  it("takes no query", async () => {
    http = await openHttp();
    expect(await http.as("agent").get("gates?pack=code")).toMatchObject({
      status: 400,
      body: { code: "invalid_query" },
    });
  });
});
