import { z } from "zod";
import { checkAnswer, wholeCheckAnswer } from "../../app/check/check-answer.ts";
import { MAX_CHECKED_LENGTH } from "../../app/check/check-files.ts";
import type { CheckDecision } from "../../app/check/decide-check.ts";
import { parseCheck } from "../../core/check/check.ts";
import { HIT_VERDICTS } from "../../core/check/check-hit.ts";
import { CHECK_STATES, type RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import { MAX_PATH } from "../../core/feedback/feedback.ts";
import { pageAnswer } from "../../core/page.ts";
import { MAX_REASON } from "../../core/text/limits.ts";
import { deciderOf } from "../agent-scope.ts";
import { API_PREFIX } from "../api-prefix.ts";
import type { Without } from "../decide-on-rule.ts";
import { idField, pageQuery, pageSchema } from "../fields.ts";
import type { HttpContext } from "../http-context.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { expectedRevision, ifMatchNote, revisionTag } from "../revision-tag.ts";
import { respond, routesOf, type Route, type RouteRequest } from "../route.ts";
import { requestedPath } from "../schemas/agent.ts";
import {
  checkResponse,
  checkVersionField,
  hitResponse,
  triedResponse,
  wholeCheckResponse,
} from "../schemas/checks.ts";
import { reasonField } from "../schemas/rules.ts";

const route = routesOf("checks");
const params = z.strictObject({ check_id: idField });
const IF_MATCH = ifMatchNote("check");
const MOST_FILES = 100;

const DECISION_PROBLEMS: readonly ProblemCode[] = [
  "check_not_found",
  "revision_changed",
  "not_a_person",
  "check_busy",
];
const VERSION_PROBLEMS: readonly ProblemCode[] = [
  ...DECISION_PROBLEMS,
  "no_such_check_version",
  "stale_version",
];

const given = z
  .strictObject({
    kind: z.enum(["structure", "text", "lint"]),
    language: z.string().max(40).exactOptional(),
    rule: z.record(z.string(), z.unknown()).exactOptional(),
    fix: z.string().max(2_000).exactOptional(),
    tokens: z.array(z.string().min(1).max(200)).min(1).max(60).exactOptional(),
    linters: z
      .array(z.strictObject({ tool: z.string().max(40), rule: z.string().max(200) }))
      .min(1)
      .max(20)
      .exactOptional(),
  })
  .describe(
    'Your own check: `{"kind": "structure", "language", "rule"}` with a rule of ast-grep, `{"kind": "text", "tokens"}`, or `{"kind": "lint", "linters": [{"tool", "rule"}]}` for rules of linters whose reports `emend check --results` reads. By default it is made from the corrections.',
  );

const moveBody = z.strictObject({ version: checkVersionField, reason: reasonField.optional() });

/** Checks of rules: what they find, and the decisions that people make about them. */
export const CHECK_ROUTES: readonly Route[] = [
  route("GET /checks", {
    id: "listChecks",
    summary: "List checks, last changed first",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      state: z
        .array(z.enum(CHECK_STATES))
        .max(CHECK_STATES.length)
        .optional()
        .describe("Any of these; repeat it for several."),
      rule: idField.optional().describe("Only checks of this rule."),
    }),
    responses: { 200: pageSchema(checkResponse) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { emend }) => {
      const page = await emend.checks.list(defined(query));
      const items = (await emend.checks.describe(page.items)).map(checkAnswer);
      return respond(200, pageAnswer({ ...page, items }));
    },
  }),
  route("GET /checks/{check_id}", {
    id: "getCheck",
    summary: "Get one check with its examples and all its versions",
    description: "The ETag begins with the check's revision; pass it as If-Match to decide about the check.",
    permission: "read",
    params,
    responses: { 200: wholeCheckResponse },
    problems: ["check_not_found"],
    handle: async ({ params: { check_id } }, context) =>
      respondWithCheck(await requireCheck(check_id, context), context),
  }),
  route("POST /rules/{rule_id}/checks", {
    id: "draftCheck",
    summary: "Draft a check for a rule",
    description:
      "Makes it from the rule's corrections, or takes yours. It is saved only if it finds at least half of the corrections and nothing that people made of them, accepted in submissions, or corrected because of another rule. Otherwise the problem `check_refused` says what speaks against it, with the ids of the cases.",
    permission: "decide",
    quota: "proposals",
    params: z.strictObject({ rule_id: idField }),
    body: z.strictObject({
      check: given.optional(),
      language: z.string().max(40).optional().describe("The language of corrections without a file."),
      note: z.string().max(MAX_REASON).optional().describe("Why, for those who decide."),
    }),
    responses: { 201: wholeCheckResponse },
    problems: [
      "rule_not_found",
      "rule_has_ended",
      "too_few_corrections",
      "no_check_found",
      "check_unreadable",
      "check_refused",
      "invalid_check",
      "same_check",
      "not_trusted",
      "too_many_versions",
      "check_busy",
    ],
    handle: async ({ params: { rule_id }, body: { check: own, ...rest }, principal }, context) => {
      const check = own === undefined ? undefined : parseCheck(own);
      if (own !== undefined && check === undefined)
        throw new HttpProblem("invalid_check", "expected a check as `emend checks draft --jsonl` writes it");
      const drafted = await context.emend.checks.draft(rule_id, {
        by: deciderOf(principal),
        ...defined({ ...rest, check }),
      });
      if (!drafted.ok) throw refusedDraft(drafted.error);
      const saved = drafted.value.check;
      const { body, etag } = await respondWithCheck(saved, context);
      return respond(201, body, { location: `${API_PREFIX}/checks/${saved.id}`, ...defined({ etag }) });
    },
  }),
  route("POST /checks/{check_id}/approve", {
    id: "approveCheck",
    summary: "Approve the version that waits",
    description: `With the last approval it needs, a new check begins to watch, and a new version takes the place of the one that runs. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ version: checkVersionField }),
    responses: { 200: wholeCheckResponse },
    problems: [
      ...VERSION_PROBLEMS,
      "already_active",
      "already_approved_by_you",
      "issued_by_approver",
      "login_erased",
      "may_have_decided",
      "proposer_alone",
      "quorum_of_others_needed",
    ],
    handle: (request, context) => decide(request, { type: "approve", ...request.body }, context),
  }),
  route("POST /checks/{check_id}/watch", {
    id: "watchCheck",
    summary: "Let a check report only",
    description: `One person is enough, also for a version that nobody has approved, or for a check that nudges or blocks now. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: moveBody,
    responses: { 200: wholeCheckResponse },
    problems: [...VERSION_PROBLEMS, "check_already_there"],
    handle: (request, context) => decide(request, { type: "watch", ...defined(request.body) }, context),
  }),
  route("POST /checks/{check_id}/nudge", {
    id: "nudgeCheck",
    summary: "Let a check tell agents right after the edit",
    description: `Its version must be approved and its rule in force. While it runs, the text of the rule leaves the prompt. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: moveBody,
    responses: { 200: wholeCheckResponse },
    problems: [...VERSION_PROBLEMS, "check_already_there", "check_not_approved", "not_in_force"],
    handle: (request, context) => decide(request, { type: "nudge", ...defined(request.body) }, context),
  }),
  route("POST /checks/{check_id}/block", {
    id: "blockCheck",
    summary: "Let a check refuse edits and fail CI",
    description: `Its version must be approved and its rule in force. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: moveBody,
    responses: { 200: wholeCheckResponse },
    problems: [...VERSION_PROBLEMS, "check_already_there", "check_not_approved", "not_in_force"],
    handle: (request, context) => decide(request, { type: "block", ...defined(request.body) }, context),
  }),
  route("POST /checks/{check_id}/retire", {
    id: "retireCheck",
    summary: "Stop a check immediately",
    description: `One person is enough. The text of its rule returns to the prompt. ${IF_MATCH}`,
    permission: "approve",
    params,
    body: z.strictObject({ reason: reasonField }),
    responses: { 200: wholeCheckResponse },
    problems: [...DECISION_PROBLEMS, "check_retired", "reason_required"],
    handle: (request, context) => decide(request, { type: "retire", ...request.body }, context),
  }),
  route("POST /checks/{check_id}/try", {
    id: "tryCheck",
    summary: "Try a check on given files",
    description:
      "The files are not stored. The hits are, without secrets, so that people can say which are right; a place that was found before keeps its verdict.",
    permission: "decide",
    quota: "records",
    params,
    body: z.strictObject({
      version: checkVersionField.optional().describe("Default: the one that waits, else the one that runs."),
      files: z
        .array(
          z.strictObject({
            path: z.string().trim().min(1).max(MAX_PATH).describe("Relative to the repository."),
            text: z.string().max(MAX_CHECKED_LENGTH),
          }),
        )
        .min(1)
        .max(MOST_FILES),
    }),
    responses: { 200: triedResponse },
    problems: ["check_not_found", "no_such_check_version"],
    handle: async ({ params: { check_id }, body: { version, files } }, context) => {
      const check = await requireCheck(check_id, context);
      if (version !== undefined && version > check.versions.length)
        throw new HttpProblem(
          "no_such_check_version",
          `it has versions 1 to ${check.versions.length}; read it, then try`,
        );
      const read = files.map(({ path, text }) => ({ path: requestedPath(path), text }));
      const tried = await context.emend.checks.tryOn(check, {
        files: read,
        checkedIn: "api",
        ...defined({ version }),
      });
      return respond(200, tried);
    },
  }),
  route("GET /check-hits", {
    id: "listCheckHits",
    summary: "List what checks found, newest first",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      check: idField.optional().describe("Only hits of this check."),
      verdict: z
        .enum([...HIT_VERDICTS, "none"])
        .optional()
        .describe("`none` for hits that nobody has judged."),
    }),
    responses: { 200: pageSchema(hitResponse) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { emend }) => respond(200, pageAnswer(await emend.checks.hits(defined(query)))),
  }),
  route("POST /check-hits/{hit_id}/judge", {
    id: "judgeCheckHit",
    summary: "Say whether a hit is right, wrong or overridden",
    description:
      "Verdicts decide whether a check may nudge or block, so they are in the audit log. A later verdict replaces an earlier one. `overridden` means that the hit is right and the code stays; it needs a reason.",
    permission: "decide",
    params: z.strictObject({ hit_id: idField }),
    body: z.strictObject({ verdict: z.enum(HIT_VERDICTS), reason: reasonField.optional() }),
    responses: { 200: hitResponse },
    problems: ["hit_not_found", "hit_reason_required", "not_a_person"],
    handle: async ({ params: { hit_id }, body, principal }, { emend }) => {
      const by = deciderOf(principal);
      return respond(200, valueOrProblem(await emend.checks.judge(hit_id, { by, ...defined(body) })));
    },
  }),
];

type DraftProblem = Extract<
  Awaited<ReturnType<HttpContext["emend"]["checks"]["draft"]>>,
  { readonly ok: false }
>["error"];

/** With each objection and the cases to open. */
function refusedDraft(error: DraftProblem): HttpProblem {
  const objections = "objections" in error ? error.objections : [];
  const errors = objections.map(({ code, message, cases }) => ({
    path: code,
    message: cases.length === 0 ? message : `${message}: ${cases.join(", ")}`,
  }));
  return new HttpProblem(error.code, error.message, errors.length === 0 ? {} : { errors });
}

async function decide(
  {
    params: { check_id },
    principal,
    ifMatch,
  }: Pick<RouteRequest<{ readonly check_id: string }>, "params" | "principal" | "ifMatch">,
  command: Without<CheckDecision, "by">,
  context: HttpContext,
) {
  const by = deciderOf(principal);
  const decided = await context.emend.checks.decide(check_id, { ...command, by }, expectedRevision(ifMatch));
  return respondWithCheck(valueOrProblem(decided), context);
}

async function requireCheck(id: string, { emend }: HttpContext): Promise<RuleCheck> {
  const check = await emend.checks.find(id);
  if (check === undefined) throw new HttpProblem("check_not_found", "there is no check with this id");
  return check;
}

async function respondWithCheck(check: RuleCheck, context: HttpContext) {
  const [described] = await context.emend.checks.describe([check]);
  const body = wholeCheckAnswer(described!);
  return respond(200, body, { etag: revisionTag(body, body, context) });
}
