import { openAccess } from "../../src/app/access/open-access.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { Store } from "../../src/ports/store.ts";
import { openHttp } from "../http-session.ts";
import { openTestStore } from "../open-test-store.ts";
import type { FuzzTarget } from "./check-http.ts";

/** A server with one of everything that can be named in an address. */
export async function openFuzzTarget(place: Promise<Store> = openTestStore()): Promise<FuzzTarget> {
  const store = await place;
  const now = (): string => new Date().toISOString();
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const made = await access.issueToken({ name: "root", role: "admin" }, "root");
  const other = await access.issueToken({ name: "ana", role: "reviewer" }, "root");
  if (!made.ok || !other.ok) throw new Error("a token that cannot be made");
  const http = await openHttp({ store, access });
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const response = await http.app.request(`/api/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${made.value.text}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as T;
  };
  const items = [{ comment: "Close the file before you return.", agent: "rio", tags: ["resource_leak"] }];
  const recorded = await post<{ items: [{ feedback_id: string }] }>("feedback", { items });
  const work = { agent: "rio", gate: "Before send", title: "Answer", output: "Sent yesterday." };
  const submitted = await post<{ id: string }>("submissions", work);
  const proposed = await post<{ rule_id: string }>("proposals", { text: "Close every file that you open." });
  const started = await post<{ id: string }>("rollouts", {
    baseline: { schema_version: "1.0", prompt_version: "1.0" },
    candidate: { schema_version: "1.0", prompt_version: "1.1" },
  });
  return {
    http,
    token: made.value.text,
    known: {
      agent: "rio",
      feedback_id: recorded.items[0].feedback_id,
      submission_id: submitted.id,
      rule_id: proposed.rule_id,
      rollout_id: started.id,
      token_id: other.value.token.id,
    },
  };
}
