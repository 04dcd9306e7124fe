import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { contractOf } from "./contract.ts";
import { openApi } from "./openapi.ts";
import { ROUTES } from "./routes.ts";

interface ContractDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly { readonly name: string; readonly in: string }[];
            readonly requestBody?: unknown;
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const contract = contractOf("1.2.3").document as unknown as ContractDocument;
const components = contract.components.schemas;

/** Every value under a key, wherever it stands. */
function valuesOf(key: string, inside: unknown): readonly unknown[] {
  if (typeof inside !== "object" || inside === null) return [];
  return Object.entries(inside).flatMap(([name, value]) => [
    ...(name === key ? [value as unknown] : []),
    ...valuesOf(key, value),
  ]);
}

describe("the contract", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(contractOf("1.2.3").document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  it("refers only to what it holds", () => {
    const refs = new Set(valuesOf("$ref", contract).filter((ref) => typeof ref === "string"));
    expect(refs.size).toBeGreaterThan(20);
    const missing = [...refs].filter((ref) => {
      const path = ref.split("/");
      return path[0] !== "#" || path.slice(1).reduce(partOf, contract) === undefined;
    });
    expect(missing).toEqual([]);
  });

  it("gives each operation an id of its own, a summary that is a phrase, and answers", () => {
    const ids = ROUTES.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
    expect(valuesOf("operationId", contract)).toHaveLength(ROUTES.length);
    for (const { id, summary, responses } of ROUTES) {
      expect({ id, fits: /^[A-Z].{5,99}[^.]$/.test(summary) }).toEqual({ id, fits: true });
      expect({ id, responds: Object.keys(responses).length > 0 }).toEqual({ id, responds: true });
    }
  });

  it("declares every parameter of a path, and none that the path has not", () => {
    for (const [path, operations] of Object.entries(contract.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).toSorted();
      for (const { parameters = [] } of Object.values(operations)) {
        const declared = parameters.filter((each) => each.in === "path").map(({ name }) => name);
        expect({ path, declared: declared.toSorted() }).toEqual({ path, declared: inPath });
      }
    }
  });

  it("means the same by a name wherever it stands", () => {
    for (const route of ROUTES) {
      const alone = (openApi([route], "1.2.3") as unknown as ContractDocument).components.schemas;
      for (const [name, schema] of Object.entries(alone)) {
        expect({ of: route.id, name, schema: components[name] }).toEqual({ of: route.id, name, schema });
      }
    }
  });

  it("no two routes answer the same request", () => {
    const places = ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
    expect(places.toSorted()).toEqual([...new Set(places)].toSorted());
  });

  it("a body is bounded in every list that it holds", () => {
    const unbounded = ROUTES.flatMap(({ method, path, id }) => {
      const body = contract.paths[`/api/v1${path}`]![method]!.requestBody;
      return lists(body).some(({ maxItems }) => maxItems === undefined) ? [id] : [];
    });
    // The form of the decision stream is not ours; the record that is made of it has its bounds.
    expect(unbounded).toEqual(["recordDecision"]);
  });

  it("is made once for a version", () => {
    expect(contractOf("1.2.3")).toBe(contractOf("1.2.3"));
  });

  it("says who may do what, and a change of it is seen here", () => {
    const lines = ROUTES.map(
      ({ method, path, permission, agent }) =>
        `${method.toUpperCase()} ${path} ${permission}${agent === undefined ? "" : ` (own agent by ${agent})`}`,
    );
    expect(lines.toSorted().join("\n")).toMatchInlineSnapshot(`
      "DELETE /session ask
      GET /agents read
      GET /agents/{agent}/mistakes ask (own agent by path)
      GET /agents/{agent}/patterns ask (own agent by path)
      GET /agents/{agent}/prompt ask (own agent by path)
      GET /agents/{agent}/prompt/moments read
      GET /agents/{agent}/rejections ask (own agent by path)
      GET /agents/{agent}/reminders ask (own agent by path)
      GET /agents/{agent}/rules ask (own agent by path)
      GET /agents/{agent}/trend ask (own agent by path)
      GET /audit audit
      GET /check-hits read
      GET /checks read
      GET /checks/{check_id} read
      GET /clusters read
      GET /clusters/suggestions read
      GET /clusters/{cluster_id} read
      GET /clusters/{cluster_id}/members read
      GET /commits/{commit}/why read
      GET /corrections read
      GET /corrections/{correction_id} read
      GET /evaluations read
      GET /evaluations/counts read
      GET /evaluations/{feedback_id} read
      GET /events read
      GET /events/backlog read
      GET /events/dead administer
      GET /events/latest read
      GET /feedback ask (own agent by query)
      GET /feedback/{feedback_id} ask
      GET /feedback/{feedback_id}/story read
      GET /gates ask
      GET /invitations administer
      GET /loop read
      GET /loop/days/{day} read
      GET /loop/mistakes read
      GET /people administer
      GET /people/alone administer
      GET /people/{person} administer
      GET /prompts/refinements read
      GET /prompts/refinements/summary read
      GET /prompts/refinements/{refinement_id} read
      GET /proposals read
      GET /proposals/{rule_id} read
      GET /reviews/health read
      GET /rollouts read
      GET /rollouts/{rollout_id} read
      GET /rollouts/{rollout_id}/assignment ask
      GET /rules read
      GET /rules/{rule_id} read
      GET /rules/{rule_id}/effect read
      GET /rules/{rule_id}/effect/timeline read
      GET /rules/{rule_id}/history read
      GET /rules/{rule_id}/replay read
      GET /running-checks ask (own agent by query)
      GET /session ask
      GET /session/methods public
      GET /settings read
      GET /submissions ask (own agent by query)
      GET /submissions/counts read
      GET /submissions/{submission_id} ask
      GET /submissions/{submission_id}/similar read
      GET /sunset read
      GET /tasks ask (own agent by query)
      GET /tasks/{task}/iterations ask (own agent by query)
      GET /tokens administer
      GET /trials read
      GET /trials/{trial_id} read
      POST /agents/{agent}/commits record (own agent by path)
      POST /agents/{agent}/fixed record (own agent by path)
      POST /agents/{agent}/outcomes record (own agent by path)
      POST /agents/{agent}/prompt ask (own agent by path)
      POST /agents/{agent}/runs record (own agent by path)
      POST /audit/verify audit
      POST /check-files ask (own agent by body)
      POST /check-hits/{hit_id}/judge decide
      POST /check-reports record (own agent by body)
      POST /checks/{check_id}/approve approve
      POST /checks/{check_id}/block approve
      POST /checks/{check_id}/nudge approve
      POST /checks/{check_id}/retire approve
      POST /checks/{check_id}/try decide
      POST /checks/{check_id}/watch approve
      POST /clusters/keep decide
      POST /clusters/merge decide
      POST /clusters/{cluster_id}/rename decide
      POST /clusters/{cluster_id}/split decide
      POST /decisions decide
      POST /evaluations/{feedback_id}/promote decide
      POST /evaluations/{feedback_id}/resolve decide
      POST /events/dead/discard administer
      POST /events/dead/replay administer
      POST /feedback record
      POST /feedback/lint ask
      POST /feedback/similar ask
      POST /invitations administer
      POST /invitations/accept public
      POST /invitations/look public
      POST /invitations/{invitation_id}/withdraw administer
      POST /people/admit administer
      POST /people/alone administer
      POST /people/link administer
      POST /people/link-mine read
      POST /people/team administer
      POST /people/unlink administer
      POST /prompts/refine ask (own agent by body)
      POST /prompts/score ask
      POST /proposals decide
      POST /proposals/approve approve
      POST /proposals/check read
      POST /proposals/{rule_id}/again decide
      POST /proposals/{rule_id}/approve approve
      POST /proposals/{rule_id}/defer approve
      POST /proposals/{rule_id}/modify approve
      POST /proposals/{rule_id}/reject approve
      POST /rejections/duplicates decide
      POST /rejections/format decide
      POST /rejections/parse ask
      POST /reminders/{feedback_id}/dismiss decide
      POST /reviews ask
      POST /reviews/prompt ask
      POST /rollouts approve
      POST /rollouts/{rollout_id}/advance approve
      POST /rollouts/{rollout_id}/assignments decide
      POST /rollouts/{rollout_id}/promote approve
      POST /rollouts/{rollout_id}/roll-back approve
      POST /rules/{rule_id}/checks decide
      POST /rules/{rule_id}/end-exemption approve
      POST /rules/{rule_id}/exempt approve
      POST /rules/{rule_id}/keep approve
      POST /rules/{rule_id}/retire approve
      POST /rules/{rule_id}/roll-back approve
      POST /session public
      POST /settings/webhooks/test administer
      POST /signals ask
      POST /submissions record (own agent by body)
      POST /submissions/{submission_id}/decision decide
      POST /submissions/{submission_id}/withdraw record
      POST /tasks/{task}/iterations record (own agent by body)
      POST /tokens administer
      POST /tokens/{token_id}/revoke administer
      POST /trials approve
      POST /trials/{trial_id}/stop approve"
    `);
  });

  it("18.x answers every list as {items, next}, apart from reports about a batch", () => {
    const listed = Object.entries(contract.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) => {
        const answers = Object.values(partOf(operation, "responses") ?? {});
        const bodies = answers.map((each) =>
          partOf(partOf(partOf(each, "content"), "application/json"), "schema"),
        );
        const fields = bodies.map((body) => Object.keys(partOf(body, "properties") ?? {}));
        return fields
          .filter((names) => names.includes("items") && !names.includes("next"))
          .map(() => `${method} ${path}`);
      }),
    );
    expect(listed).toEqual(["post /api/v1/feedback", "post /api/v1/proposals/approve"]);
  });
});

const partOf = (whole: unknown, name: string): unknown =>
  (whole as Readonly<Record<string, unknown>> | undefined)?.[name];

interface List {
  readonly maxItems?: number;
}

function lists(inside: unknown): readonly List[] {
  if (typeof inside !== "object" || inside === null) return [];
  const { $ref, type } = inside as { $ref?: unknown; type?: unknown };
  if (typeof $ref === "string") return lists(components[$ref.slice($ref.lastIndexOf("/") + 1)]);
  return [...(type === "array" ? [inside as List] : []), ...Object.values(inside).flatMap(lists)];
}
