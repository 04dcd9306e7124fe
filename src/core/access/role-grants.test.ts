import { describe, expect, it } from "vitest";
import { grantedRole, parseRoleGrants } from "./role-grants.ts";

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
