import { defined } from "../core/defined.ts";
import type { Context, Hono } from "hono";
import {
  type GithubIntake,
  MAX_DELIVERY_BYTES,
  ingestGithubEvent,
} from "../app/github/ingest-github-event.ts";
import type { RequestGuards } from "./handle-route.ts";
import type { HttpContext, HttpVariables } from "./http-context.ts";
import { checkSignatureForm } from "../core/github/verify-signature.ts";
import { HttpProblem } from "./http-problem.ts";
import type { ProblemCode } from "./problem-codes.ts";
import { readBody } from "./read-body.ts";
import { type ByteSemaphore, createByteSemaphore } from "./byte-semaphore.ts";
import { chargeRequest } from "./rate-limit.ts";

/** Larger bodies have a semaphore of their own, so that a few of them cannot keep small ones out. */
const LARGE_BYTES = 1_048_576;
/** Anybody can send bodies, so the number of bytes held before the signature is checked is limited. */
const MAX_HELD_BYTES = 4 * MAX_DELIVERY_BYTES;

interface Semaphores {
  readonly large: ByteSemaphore;
  readonly small: ByteSemaphore;
}

/** Receives GitHub's webhooks. They are authenticated by their signature, so the route needs a configured secret. */
export function addGithubWebhook(
  app: Hono<HttpVariables>,
  context: HttpContext,
  { limit }: Pick<RequestGuards, "limit">,
): void {
  const { github } = context;
  if (github === undefined) return;
  const { verify, agents, keepPeopleWork = false } = github;
  const { store, signer, gates, now } = context;
  const ingest = ingestGithubEvent({
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
  const semaphores = {
    large: createByteSemaphore(MAX_HELD_BYTES),
    small: createByteSemaphore(MAX_HELD_BYTES),
  };
  app.post("/webhooks/github", async (c) => {
    c.set("principal", "github");
    chargeRequest(limit, c.get("address"));
    return sendIntake(c, await readAndIngest(c.req.raw, ingest, semaphores));
  });
}

async function readAndIngest(
  request: Request,
  ingest: ReturnType<typeof ingestGithubEvent>,
  semaphores: Semaphores,
): Promise<GithubIntake> {
  const { headers } = request;
  if (!/^application\/(?:json|x-www-form-urlencoded)\s*(?:;|$)/i.test(headers.get("content-type") ?? "")) {
    throw new HttpProblem("not_json", "expected application/json or a form, as sent by GitHub");
  }
  // Do not read bodies that are not signed.
  const unsigned = checkSignatureForm(headers.get("x-hub-signature-256"));
  if (unsigned !== undefined) throw refusal(REFUSALS[unsigned.code], unsigned.message);
  const release = acquire(semaphores, headers.get("content-length"));
  try {
    const body = await readBody(request, MAX_DELIVERY_BYTES, "GitHub never sends more");
    return await ingest({ headers: Object.fromEntries(headers), body });
  } finally {
    release();
  }
}

function acquire({ large, small }: Semaphores, contentLength: string | null): () => void {
  const bytes = Math.min(Number(contentLength ?? MAX_DELIVERY_BYTES), MAX_DELIVERY_BYTES);
  const release = (bytes <= LARGE_BYTES ? small : large).tryAcquire(bytes);
  if (release !== undefined) return release;
  throw new HttpProblem("unavailable", "too many deliveries at once; redeliver it later", {
    headers: { "retry-after": "5" },
  });
}

function sendIntake(c: Context, intake: GithubIntake): Response {
  if (intake.status === "refused") throw refusal(REFUSALS[intake.reason], intake.message);
  c.header("cache-control", "no-store");
  return c.json(intake, intake.status === "recorded" ? 202 : 200);
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
