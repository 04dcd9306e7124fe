import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEvents } from "../../../test/contract/make-event.ts";
import { openHttp, type HttpSession } from "../../../test/http-session.ts";
import { readSse } from "../../../test/read-sse.ts";
import { UnfitEvent } from "../../ports/event-log.ts";

let http: HttpSession;
beforeEach(async () => {
  const open = await openHttp();
  http = await openHttp({
    ...open.context,
    access: {
      ...open.context.access,
      authenticate: async () => ({ ok: true, value: { id: "ana", role: "admin", kind: "token" } }),
    },
  });
});
afterEach(() => http.close());

const listen = async (headers: Record<string, string> = {}, query = ""): Promise<Response> =>
  http.app.request(`/api/v1/events${query}`, { headers: { authorization: "Bearer emd_x", ...headers } });

const subjects = (events: readonly { readonly data: { readonly subject?: string } }[]): unknown =>
  events.map(({ data }) => data.subject);

describe("/events", () => {
  it("tells what happens while somebody listens, and nothing that others put into the log", async () => {
    const response = await listen();
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    await http.context.events.publish([{ id: "d-1", decision_id: "d-1" } as never, ...makeEvents(0, 3)]);
    const heard = await readSse(response, 3);
    expect(subjects(heard)).toEqual(["feedback-0", "feedback-1", "feedback-2"]);
    expect(heard[0]).toMatchObject({ event: "emend.feedback.recorded" });
  });

  it.each([
    { why: "by the header", ask: (id: string) => listen({ "last-event-id": id }) },
    { why: "by the query", ask: (id: string) => listen({}, `?after=${id}`) },
  ])("goes on after the last event that was heard, $why", async ({ ask }) => {
    const start = await http.context.events.newest();
    await http.context.events.publish(makeEvents(0, 1_200));
    const first = await readSse(await ask(start), 700);
    const response = await ask(first.at(-1)!.id);
    await http.context.events.publish(makeEvents(1_200, 1_203));
    const rest = await readSse(response, 503);
    expect(subjects([...first.slice(0, 700), ...rest])).toEqual(
      makeEvents(0, 1_203).map(({ subject }) => subject),
    );
  });

  it("says so where what was missed is gone", async () => {
    const [reset] = await readSse(await listen({ "last-event-id": "elsewhere-1" }), 1);
    expect(reset).toMatchObject({ event: "reset" });
  });
});

describe("/events/latest", () => {
  it("lists what happened before, newest first, and nothing that others put into the log", async () => {
    const reader = http.as("agent");
    expect((await reader.get("events/latest")).body).toEqual({ items: [], next: null });
    const alien = [
      { id: "d-1", decision_id: "d-1" },
      { id: "d-2", type: "emend.rule.changed" },
    ];
    await http.context.events.publish([...makeEvents(0, 3), ...(alien as never[])]);
    const { body } = await reader.get("events/latest?limit=4");
    expect(body).toEqual({
      items: [2, 1].map((n) => {
        const { type, time, subject, data } = makeEvents(n, n + 1)[0]!;
        return { id: String(n + 1), type, time, subject, data };
      }),
      next: null,
    });
    expect((await reader.get("events/latest?limit=0")).status).toBe(400);
  });
});

describe("/events/dead", () => {
  it("lists dead letters, gives them back and removes them, which the audit log tells", async () => {
    const { events, store } = http.context;
    const admin = http.as("admin");
    await events.publish(makeEvents(0, 2));
    let fit = false;
    const reading = events.consume({
      group: "g",
      consumer: "c",
      handle: async () => {
        if (!fit) throw new UnfitEvent("no");
      },
    });
    await expect.poll(async () => (await admin.get("events/dead?group=g")).body.items.length).toBe(2);
    const [one, other] = (await admin.get("events/dead?group=g&limit=2")).body.items;
    fit = true;
    expect((await admin.post("events/dead/replay", { ids: [one.id] })).body).toEqual({ replayed: 1 });
    expect((await admin.post("events/dead/discard", { ids: [other.id] })).body).toEqual({ discarded: 1 });
    expect(await store.audit.list({ limit: 1 })).toMatchObject([
      { actor: "ana", action: "events.discarded" },
    ]);
    await reading.stop();
    expect(await admin.get("events/dead?after=zzz")).toMatchObject({ status: 400 });
  });

  it("says how far readers are", async () => {
    await http.context.events.publish(makeEvents(0, 2));
    expect((await http.as("admin").get("events/backlog")).body).toMatchObject({
      outbox: 0,
      groups: [{ waiting: 2 }, { waiting: 2 }],
    });
  });
});
