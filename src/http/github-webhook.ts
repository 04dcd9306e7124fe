import { defined } from "../core/defined.ts";
import type { Context, Hono } from "hono";
import {
  type GithubIntake,
  MAX_DELIVERY_BYTES,
  ingestGithubEvent,
} from "../app/github/ingest-github-event.ts";
import type { RequestGuards } from "./answer-route.ts";
import type { HttpContext } from "./http-context.ts";
import { checkSignatureForm } from "../core/github/verify-signature.ts";
import { HttpProblem } from "./http-problem.ts";
import type { HttpVariables } from "./http-variables.ts";
import type { ProblemCode } from "./problem-codes.ts";
import { readBody } from "./read-body.ts";
import { createRoom, type Room } from "./room.ts";
import { tooMany } from "./too-many.ts";

/** Bodies above this share one room, those below it another, so that a few large ones keep nobody else out. */
const LARGE_BYTES = 1_048_576;
/** So many bytes are held at once before a signature was checked, since anybody may send them. */
const ROOM_BYTES = 4 * MAX_DELIVERY_BYTES;

interface Rooms {
  readonly large: Room;
  readonly small: Room;
}

/** Takes in what GitHub sends, believed by its signature alone; there only where a secret is configured. */
export function addGithubWebhook(
  app: Hono<HttpVariables>,
  context: HttpContext,
  { limit }: Pick<RequestGuards, "limit">,
): void {
  const { github } = context;
  if (github === undefined) return;
  const { verify, agents, keepPeopleWork = false } = github;
  const { store, signer, gates, now } = context;
  const takeIn = ingestGithubEvent({
    store: store.feedback,
    deliveries: store.deliveries,
    verify,
    now,
    context: {
      agents,
      ...(keepPeopleWork ? { peopleWork: "keep" } : {}),
      catalogue: gates,
      ...defined({ signer }),
    },
  });
  const rooms = { large: createRoom(ROOM_BYTES), small: createRoom(ROOM_BYTES) };
  app.post("/webhooks/github", async (c) => {
    c.set("principal", "github");
    const wait = limit.take(c.get("address"));
    if (wait > 0) throw tooMany(wait);
    return answer(c, await readAndTakeIn(c.req.raw, takeIn, rooms));
  });
}

async function readAndTakeIn(
  request: Request,
  takeIn: ReturnType<typeof ingestGithubEvent>,
  rooms: Rooms,
): Promise<GithubIntake> {
  const { headers } = request;
  if (!/^application\/(?:json|x-www-form-urlencoded)\s*(?:;|$)/i.test(headers.get("content-type") ?? "")) {
    throw new HttpProblem("not_json", "expected application/json or a form, as sent by GitHub");
  }
  // What nobody signed is not worth reading.
  const unsigned = checkSignatureForm(headers.get("x-hub-signature-256"));
  if (unsigned !== undefined) throw refusal(REFUSALS[unsigned.code], unsigned.message);
  const leave = enter(rooms, headers.get("content-length"));
  try {
    const body = await readBody(request, MAX_DELIVERY_BYTES, "GitHub never sends more");
    return await takeIn({ headers: Object.fromEntries(headers), body });
  } finally {
    leave();
  }
}

function enter({ large, small }: Rooms, stated: string | null): () => void {
  const bytes = Math.min(Number(stated ?? MAX_DELIVERY_BYTES), MAX_DELIVERY_BYTES);
  const leave = (bytes <= LARGE_BYTES ? small : large).enter(bytes);
  if (leave !== undefined) return leave;
  throw new HttpProblem("unavailable", "too many deliveries at once; redeliver it later", {
    headers: { "retry-after": "5" },
  });
}

function answer(c: Context, taken: GithubIntake): Response {
  if (taken.status === "refused") throw refusal(REFUSALS[taken.reason], taken.message);
  c.header("cache-control", "no-store");
  return c.json(taken, taken.status === "recorded" ? 202 : 200);
}

const REFUSALS: Readonly<Record<Extract<GithubIntake, { status: "refused" }>["reason"], ProblemCode>> = {
  secret_missing: "not_found",
  signature_missing: "signature_missing",
  signature_malformed: "signature_malformed",
  signature_wrong: "signature_wrong",
  too_large: "body_too_large",
  delivery_malformed: "delivery_malformed",
  event_missing: "event_missing",
  invalid_json: "malformed_json",
};

const refusal = (code: ProblemCode, message: string): HttpProblem =>
  new HttpProblem(
    code,
    message,
    code.startsWith("signature_") ? { headers: { "www-authenticate": "X-Hub-Signature-256" } } : {},
  );
