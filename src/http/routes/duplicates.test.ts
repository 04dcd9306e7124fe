import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";

let http: HttpSession;
beforeAll(async () => {
  http = await openHttp();
});
afterAll(() => http.close());

const HEAT = "Tenants who can see the heat meter use eleven percent less gas in winter.";
const AGAIN = "Tenants who are able to see the heat meter use eleven percent less gas during winter.";

describe("POST /rejections/duplicates", () => {
  it("002.8 compares with the texts given and names the rival", async () => {
    const against = [
      { name: "hedges.md", text: "Tall hedges along a road lower the noise in gardens." },
      { name: "heat.md", text: `# Heat\n\n${HEAT}` },
    ];
    const { status, body } = await http
      .as("reviewer")
      .post("rejections/duplicates", { text: AGAIN, against });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issues: ["near_duplicate"],
      rivals: [{ name: "heat.md", passages: [{ text: { line: 1 }, rival: { line: 3, text: HEAT } }] }],
      nearest: { name: "heat.md" },
      looked_at: 2,
      threshold: 0.85,
    });
    expect(body.comment).toContain("Rival: `heat.md`");
    const read = await http.as("agent").post("rejections/parse", { comment: body.comment });
    expect(read.body).toMatchObject({ rejection: { issues: ["near_duplicate"], verdict: "warnings" } });
  }, 60_000);

  it("002.8 compares with what was handed in before, and not with the work itself", async () => {
    const rio = http.as("agent", { name: "rio's token", agent: "rio" });
    const hand = async (output: string): Promise<string> =>
      (await rio.post("submissions", { gate: "Before publish", title: "Heat", output })).body.id as string;
    const [first, second] = [await hand(HEAT), await hand(AGAIN)];
    const ask = (more: object) =>
      http.as("reviewer").post("rejections/duplicates", { text: AGAIN, except: second, ...more });
    expect((await ask({})).body).toMatchObject({ rivals: [{ name: first }] });
    expect((await ask({ threshold: 1 })).body).toMatchObject({ rivals: [], comment: null, issues: [] });
    expect((await ask({ agent: "nobody" })).body).toMatchObject({ rivals: [], nearest: null, looked_at: 0 });
  }, 60_000);

  it("is for people who decide", async () => {
    const asked = await http.as("agent").post("rejections/duplicates", { text: HEAT });
    expect(asked.status).toBe(403);
  });
});
