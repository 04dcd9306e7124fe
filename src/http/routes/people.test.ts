import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHttp, type HttpSession } from "../../../test/http-session.ts";

let http: HttpSession;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

const issue = async (name: string): Promise<string> => {
  const made = await http.context.access.issueToken({ name, role: "admin" }, "root");
  if (!made.ok) throw new Error(made.error.message);
  return made.value.text;
};

/** An administrator's browser. */
async function logIn(token: string) {
  const { headers, body } = await http.anybody.post("session", { token });
  const cookie = (headers.get("set-cookie") ?? "").split(";")[0]!;
  const sent = { cookie, origin: "http://localhost", "x-emend-csrf": body.csrf };
  return {
    get: (path: string) => http.anybody.get(path, { cookie }),
    post: (path: string, values?: object) => http.anybody.post(path, values, sent),
  };
}

type Browser = Awaited<ReturnType<typeof logIn>>;

/** Proposes a rule, approves it, and says how it stands. */
async function statusOf(text: string, { post }: Browser): Promise<string> {
  const { rule_id } = (await post("proposals", { text })).body;
  return (await post(`proposals/${rule_id}/approve`, { version: 1 })).body.status;
}

describe("/people/alone", () => {
  it("lets the only person bring a rule into force, until somebody joins", async () => {
    const ana = await logIn(await issue("ana"));
    expect((await ana.get("people/alone")).body).toEqual({ name: null, may_declare: true });
    expect(await statusOf("Format every amount with formatMoney.", ana)).toBe("proposed");
    expect((await ana.post("people/alone")).body).toEqual({ name: "ana" });
    expect((await ana.get("people/alone")).body).toEqual({ name: "ana", may_declare: false });
    expect(await statusOf("Close every file handle.", ana)).toBe("active");
    await issue("ben");
    expect((await ana.get("people/alone")).body).toEqual({ name: null, may_declare: false });
    expect(await statusOf("Name each test after what it shows.", ana)).toBe("proposed");
  });

  it("is refused to a token, and where a second person is known", async () => {
    const text = await issue("ana");
    const byToken = await http.anybody.post("people/alone", undefined, { authorization: `Bearer ${text}` });
    expect(byToken).toMatchObject({ status: 403, body: { code: "not_a_person" } });
    const ana = await logIn(text);
    await issue("ben");
    expect(await ana.post("people/alone")).toMatchObject({
      status: 409,
      body: { code: "second_person_known" },
    });
  });

  it("ends when they declare a team", async () => {
    const ana = await logIn(await issue("ana"));
    expect(await ana.post("people/team")).toMatchObject({ status: 409, body: { code: "not_alone" } });
    await ana.post("people/alone");
    expect(await ana.post("people/alone")).toMatchObject({ status: 409, body: { code: "already_alone" } });
    expect((await ana.post("people/team")).body).toEqual({ name: null });
    expect((await ana.get("people/alone")).body).toEqual({ name: null, may_declare: true });
  });
});
