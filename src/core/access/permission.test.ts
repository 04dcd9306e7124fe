import { describe, expect, it } from "vitest";
import { allows, type Permission, PERMISSIONS, permissionsOf, type Role, ROLES } from "./permission.ts";

describe("what a role may do", () => {
  it("is one table", () => {
    const table = ROLES.map((role) => `${role}: ${permissionsOf(role).join(" ")}`).join("\n");
    expect(table).toMatchInlineSnapshot(`
      "agent: ask record
      reviewer: ask record read decide
      approver: ask record read decide approve audit
      admin: ask record read decide approve audit administer"
    `);
  });

  it("is the same whether it is listed or asked for, and an admin may do all", () => {
    for (const role of ROLES) {
      expect(PERMISSIONS.filter((permission) => allows(role, permission))).toEqual(permissionsOf(role));
    }
    expect(permissionsOf("admin")).toEqual(PERMISSIONS);
  });

  it.each(["root", "", "__proto__", "constructor", "Admin"])("is nothing for the role %j", (role) => {
    expect(permissionsOf(role as Role)).toEqual([]);
    expect(allows(role as Role, "ask")).toBe(false);
  });

  it("is no for a permission that there is not", () => {
    expect(allows("admin", "everything" as Permission)).toBe(false);
  });
});
