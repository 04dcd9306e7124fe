import { describe, expect, it } from "vitest";
import { grantedRole, parseRoleGrants, personOf, type ProviderClaims, type RoleGrants } from "./person-of.ts";

const grants = (entries: readonly string[] = [], otherwise: "none" | "reviewer" | "approver" = "none") => {
  const read = parseRoleGrants({ claim: "groups", entries, otherwise });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

describe("parseRoleGrants", () => {
  it.each([
    { entry: "engineers", why: "no role" },
    { entry: "=reviewer", why: "no value" },
    { entry: " =reviewer", why: "a blank value" },
    { entry: "engineers=", why: "an empty role" },
    { entry: "engineers=root", why: "a role that there is not" },
    { entry: "bots=agent", why: "an agent is no person" },
    { entry: "engineers=Reviewer", why: "roles are written small" },
  ])("refuses $entry: $why", ({ entry }) => {
    expect(parseRoleGrants({ claim: "groups", entries: [entry], otherwise: "none" })).toMatchObject({
      error: {
        code: "invalid_role_grant",
        message: expect.stringContaining(JSON.stringify(entry)) as string,
      },
    });
  });
});

describe("grantedRole", () => {
  it.each([
    { value: "reviewer", role: "reviewer", why: "roles mean themselves" },
    { value: ["reviewer", "admin", "approver"], role: "admin", why: "the highest wins" },
    { value: ["x", "engineers"], role: "reviewer", why: "an entry says so" },
    { value: " engineers ", role: "reviewer", why: "blanks around it do not count" },
    { value: "cn=leads,dc=corp", role: "approver", why: "the last = divides an entry" },
    { value: "agent", role: undefined, why: "an agent is no person" },
    { value: "Admin", role: undefined, why: "another spelling is another value" },
    { value: ["x"], role: undefined, why: "nothing is known of it" },
    { value: [], role: undefined, why: "nothing is named" },
    { value: undefined, role: undefined, why: "the claim is not there" },
    { value: null, role: undefined, why: "no text" },
    { value: { admin: true }, role: undefined, why: "no text" },
    { value: [["admin"]], role: undefined, why: "no list of texts" },
    { value: "constructor", role: undefined, why: "no name of anything inside" },
  ])("answers $role for $value: $why", ({ value, role }) => {
    expect(grantedRole(value, grants(["engineers=reviewer", "cn=leads,dc=corp=approver"]))).toBe(role);
  });

  it("falls back to what everybody gets", () => {
    expect(grantedRole(["x"], grants([], "reviewer"))).toBe("reviewer");
    expect(grantedRole(["admin"], grants([], "reviewer"))).toBe("admin");
  });

  it("takes a name's own meaning away where an entry says so", () => {
    expect(grantedRole("admin", grants(["admin=none"]))).toBeUndefined();
    expect(grantedRole("admin", grants(["admin=none"], "reviewer"))).toBe("reviewer");
    expect(grantedRole("admin", grants(["admin=approver"]))).toBe("approver");
  });
});

const grantsOf = (claim: string): RoleGrants => {
  const read = parseRoleGrants({ claim, otherwise: "reviewer" });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};
const person = (claims: ProviderClaims, claim = "emend_role") => {
  const found = personOf(claims, { host: "id.example", grants: grantsOf(claim) });
  return found.ok ? found.value : found.error.code;
};
const name = (...claims: ProviderClaims) => {
  const found = person(claims);
  return typeof found === "string" ? found : found.id;
};

describe("whom a provider vouches for", () => {
  it.each([
    {
      why: "a verified address is a name",
      claims: { sub: "1", email: "Ana@Corp.example", email_verified: true },
      id: "ana@corp.example",
    },
    {
      why: "some providers write the mark as text",
      claims: { sub: "1", email: "a@b.example", email_verified: "true" },
      id: "a@b.example",
    },
    {
      why: "an address that nobody verified is no name",
      claims: { sub: "1", email: "ana@corp.example", email_verified: false },
      id: "1 (id.example)",
    },
    {
      why: "an address without a mark is no name",
      claims: { sub: "1", email: "ana@corp.example" },
      id: "1 (id.example)",
    },
    {
      why: "a mark must be one",
      claims: { sub: "1", email: "ana@corp.example", email_verified: 1 },
      id: "1 (id.example)",
    },
    {
      why: "a user name is one of this provider",
      claims: { sub: "1", preferred_username: "ana" },
      id: "ana (id.example)",
    },
    {
      why: "a user name that is another's address stays apart from it",
      claims: { sub: "1", preferred_username: "ana@corp.example" },
      id: "ana@corp.example (id.example)",
    },
    {
      why: "a user name that is a token's name stays apart from it",
      claims: { sub: "1", preferred_username: "first admin" },
      id: "first admin (id.example)",
    },
    { why: "a blank user name is none", claims: { sub: "1", preferred_username: " " }, id: "1 (id.example)" },
    {
      why: "a user name that is no text is none",
      claims: { sub: "1", preferred_username: 7 },
      id: "1 (id.example)",
    },
    {
      why: "what looks like a user name of this provider is no address",
      claims: { sub: "1", email: "eve (id.example)", email_verified: true },
      id: "1 (id.example)",
    },
    {
      why: "an address with two ends is none",
      claims: { sub: "1", email: "a@b@c.example", email_verified: true },
      id: "1 (id.example)",
    },
    {
      why: "what cannot be seen could make two names look like one",
      claims: { sub: "1", preferred_username: "an\u200ba" },
      id: "oidc_no_name",
    },
    {
      why: "nor does an address hold it",
      claims: { sub: "1", email: "an\u200ba@corp.example", email_verified: true },
      id: "oidc_no_name",
    },
    {
      why: "a name has an end",
      claims: { sub: "1", preferred_username: "a".repeat(1_000_000) },
      id: "oidc_no_name",
    },
    { why: "nobody is named", claims: {}, id: "oidc_no_name" },
  ])("is named $id: $why", ({ claims, id }) => {
    expect(name(claims)).toBe(id);
  });

  it("is named by the first place that names them", () => {
    const info = { sub: "1", email: "ana@corp.example", email_verified: true };
    expect(name({ sub: "1" }, info)).toBe("ana@corp.example");
    expect(name({ sub: "1", preferred_username: "ana" }, { preferred_username: "eve" })).toBe(
      "ana (id.example)",
    );
  });

  it("takes an address and its mark from one place", () => {
    expect(name({ sub: "1", email: "ana@corp.example" }, { email_verified: true })).toBe("1 (id.example)");
  });

  it.each([
    { why: "a plain claim", claim: "groups", claims: { sub: "1", groups: ["admin"] }, role: "admin" },
    {
      why: "a claim inside another",
      claim: "realm_access.roles",
      claims: { sub: "1", realm_access: { roles: ["approver"] } },
      role: "approver",
    },
    {
      why: "a claim that is an address",
      claim: "https://corp.example/role",
      claims: { sub: "1", "https://corp.example/role": "admin" },
      role: "admin",
    },
    { why: "a path into nothing", claim: "a.b.c", claims: { sub: "1", a: { b: null } }, role: "reviewer" },
    { why: "a path into a text", claim: "sub.length", claims: { sub: "1" }, role: "reviewer" },
    {
      why: "a path into what every object has",
      claim: "constructor.name",
      claims: { sub: "1" },
      role: "reviewer",
    },
  ])("has the role $role by $why", ({ claim, claims, role }) => {
    expect(person([claims], claim)).toMatchObject({ role, kind: "session" });
  });

  it("has the role that the first place gives", () => {
    expect(person([{ sub: "1", emend_role: "reviewer" }, { emend_role: "admin" }])).toMatchObject({
      role: "reviewer",
    });
    expect(person([{ sub: "1" }, { emend_role: "admin" }])).toMatchObject({ role: "admin" });
  });

  it("stays outside without a role", () => {
    const none: RoleGrants = { ...grantsOf("emend_role"), otherwise: "none" };
    expect(personOf([{ sub: "1" }], { host: "id.example", grants: none })).toMatchObject({
      error: { code: "oidc_no_role" },
    });
  });
});
