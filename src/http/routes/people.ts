import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { LINKED_BY, MAX_LOGIN, tokenLogin } from "../../core/person/known-people.ts";
import { findPerson, listPeople } from "../../core/person/person.ts";
import { loneFor } from "../../core/person/works-alone.ts";
import { idField, timeField, pageSchema } from "../fields.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { ACCESS_PROBLEMS } from "../route-problems.ts";

const route = routesOf("people");

const login = z
  .string()
  .min(1)
  .max(MAX_LOGIN + 10)
  .describe("name:ana, github:ana-dev, token:tk_… or oidc:<issuer> <subject>; a plain name means name:.");

const person = z
  .object({
    id: z.string().nullable().describe("Null for a person who only has tokens."),
    name: z.string(),
    logins: z.array(
      z.object({
        login: z.string(),
        name: z.string().describe("The name that this login uses."),
        how: z
          .enum([...LINKED_BY, "same_name"])
          .describe("How it was linked: by an administrator, by proof, by the provider, or only by name."),
        linked_at: timeField.nullable(),
        linked_by: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "Person" });

const linked = z.object({
  person,
  short_of_quorum: z
    .array(z.string())
    .describe("Rules in force that now have too few approvals. They stay in force."),
});

const CHANGE_PROBLEMS = ["invalid_login", "people_busy"] as const;
const LINK_PROBLEMS = [...CHANGE_PROBLEMS, "login_not_found", "already_linked", "person_erased"] as const;

/** Which logins belong to one person. Approvals and evidence count people, not logins. */
export const PEOPLE_ROUTES: readonly Route[] = [
  route("GET /people", {
    id: "listPeople",
    summary: "List people with their logins, by name",
    permission: "administer",
    responses: { 200: pageSchema(person) },
    handle: async (_request, { store }) =>
      respond(200, pageAnswer({ items: listPeople(await store.people.read()) })),
  }),
  route("GET /people/alone", {
    id: "getLonePerson",
    summary: "Get who works alone with this store",
    permission: "administer",
    responses: {
      200: z.object({
        name: z.string().nullable().describe("Null in a team."),
        may_declare: z.boolean().describe("Whether you can declare now that you work alone."),
      }),
    },
    handle: async ({ principal }, { store }) =>
      respond(200, loneFor(await store.people.read(), principal.id)),
  }),
  route("POST /people/alone", {
    id: "workAlone",
    summary: "Declare that you work alone",
    description:
      "Your own approval of a rule is then enough, until somebody else gets a token, logs in or decides about a rule. Needs a login in the browser, so that no script does it in passing.",
    permission: "administer",
    responses: { 200: z.object({ name: z.string() }) },
    problems: ["people_busy", "not_a_person", "second_person_known", "already_alone"],
    handle: async ({ principal }, { emend }) => {
      if (principal.kind !== "session")
        throw new HttpProblem(
          "not_a_person",
          "a token cannot declare this; log in to the app, or run `emend people alone` where the store is",
        );
      valueOrProblem(await emend.people.workAlone(principal.id, principal.id));
      return respond(200, { name: principal.id });
    },
  }),
  route("POST /people/team", {
    id: "workAsTeam",
    summary: "Declare that you work as a team",
    description: "Rules then need the approvals in the settings again.",
    permission: "administer",
    responses: { 200: z.object({ name: z.null() }) },
    problems: ["people_busy", "not_alone"],
    handle: async ({ principal }, { emend }) => {
      valueOrProblem(await emend.people.workAsTeam(principal.id));
      return respond(200, { name: null });
    },
  }),
  route("GET /people/{person}", {
    id: "getPerson",
    summary: "Get one person by id, name or login",
    permission: "administer",
    params: z.strictObject({ person: idField }),
    responses: { 200: person },
    problems: ["person_not_found"],
    handle: async ({ params }, { store }) => {
      const found = findPerson(listPeople(await store.people.read()), params.person);
      if (found === undefined)
        throw new HttpProblem("person_not_found", "there is no person with this id, name or login");
      return respond(200, found);
    },
  }),
  route("POST /people/link", {
    id: "linkLogin",
    summary: "Link a login to a person",
    description:
      "From now on both have one vote on pending versions. Rules in force stay in force; the response and the audit log list those that now have too few approvals.",
    permission: "administer",
    body: z.strictObject({ person: login, login }),
    responses: { 200: linked },
    problems: LINK_PROBLEMS,
    handle: async ({ body, principal }, { emend }) => {
      const request = { ...body, how: "administrator", by: principal.id } as const;
      return respond(200, valueOrProblem(await emend.people.link(request)));
    },
  }),
  route("POST /people/link-mine", {
    id: "linkOwnLogin",
    summary: "Link one of your tokens to your login",
    description: "The token itself is the proof. Agents have no logins to link.",
    permission: "read",
    secretResponse: true,
    body: z.strictObject({ token: z.string().min(1).max(500) }),
    responses: { 200: linked },
    problems: [...LINK_PROBLEMS, ...ACCESS_PROBLEMS, "not_a_person"],
    handle: async ({ body, principal, guard }, { access, emend }) => {
      const { role, token_id } = valueOrProblem(await guard(() => access.authenticate(body.token)));
      if (role === "agent" || token_id === undefined) {
        throw new HttpProblem("not_a_person", "this is an agent's token; you can only link your own tokens");
      }
      const own = principal.login ?? principal.id;
      const request = { person: own, login: tokenLogin(token_id), how: "proof", by: principal.id } as const;
      return respond(200, valueOrProblem(await emend.people.link(request)));
    },
  }),
  route("POST /people/unlink", {
    id: "unlinkLogin",
    summary: "Unlink a login from its person",
    description:
      "From now on it has its own vote. For versions that were pending while it was linked, it still belongs to the same person.",
    permission: "administer",
    body: z.strictObject({ login }),
    responses: { 200: z.object({ unlinked: z.literal(true) }) },
    problems: [...CHANGE_PROBLEMS, "login_not_linked"],
    handle: async ({ body, principal }, { emend }) => {
      valueOrProblem(await emend.people.unlink(body.login, principal.id));
      return respond(200, { unlinked: true });
    },
  }),
  route("POST /people/admit", {
    id: "admitPerson",
    summary: "Let a person who was erased decide about rules again",
    description: "They still cannot approve versions that an erased person proposed or approved.",
    permission: "administer",
    body: z.strictObject({ login }),
    responses: { 200: z.object({ admitted: z.literal(true) }) },
    problems: [...CHANGE_PROBLEMS, "not_erased"],
    handle: async ({ body, principal }, { emend }) => {
      valueOrProblem(await emend.people.admit(body.login, principal.id));
      return respond(200, { admitted: true });
    },
  }),
];
