import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../test/open-test-store.ts";
import { openHttp, type HttpSession } from "../../test/http-session.ts";
import { createEventTail, type EventTail } from "./event-tail.ts";

let http: HttpSession;
let tail: EventTail;
let listening = 0;
const headers = { authorization: "" };

beforeEach(async () => {
  listening = 0;
  const store = await openTestStore();
  const inner = createEventTail(store.events);
  tail = {
    ...inner,
    listen: async (listener) => {
      const { position, stop } = await inner.listen(listener);
      listening += 1;
      let stopped = false;
      return {
        position,
        stop: () => {
          if (!stopped) listening -= 1;
          stopped = true;
          stop();
        },
      };
    },
  };
  http = await openHttp({ store, tail });
  const made = await http.context.access.issueToken({ name: "ana", role: "reviewer" }, "root");
  if (!made.ok) throw new Error(made.error.message);
  headers.authorization = `Bearer ${made.value.text}`;
});
afterEach(() => http.close());

const open = async (method = "GET", signal?: AbortSignal): Promise<Response> =>
  http.app.request("/api/v1/events", { method, headers, ...(signal === undefined ? {} : { signal }) });

/** All that is said until the stream ends. */
const allOf = async (response: Response): Promise<string> => response.text();

describe("a stream of events", () => {
  it("ends when the server stops", async () => {
    const response = await open();
    expect(listening).toBe(1);
    tail.close();
    expect(await allOf(response)).toBe("retry: 1000\n\n");
    expect(listening).toBe(0);
  });

  it("ends at once where the server stops already", async () => {
    tail.close();
    expect(await allOf(await open())).toBe("retry: 1000\n\n");
    expect(listening).toBe(0);
  });

  it("keeps nobody listening once its reader is gone", async () => {
    await (await open()).body!.cancel();
    expect(listening).toBe(0);
    const gone = new AbortController();
    await open("GET", gone.signal);
    expect(listening).toBe(1);
    gone.abort();
    expect(listening).toBe(0);
  });

  it("keeps nobody listening where only its head is asked for", async () => {
    const response = await open("HEAD");
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await response.text()).toBe("");
    expect(listening).toBe(0);
  });
});
