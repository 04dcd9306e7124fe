import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linkLogin, unlinkLogin, workAlone, workAsTeam } from "../../src/app/person/change-people.ts";
import { decideRule } from "../../src/app/rule/decide-rule.ts";
import { isSamePerson } from "../../src/core/person/people.ts";
import { listPeople } from "../../src/core/person/person.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { PersonStore } from "../../src/ports/access-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { approve, EXAMPLE_ID, person, proposing } from "../examples/example-rule.ts";
import { issueNumber } from "./make-token.ts";
import type { StoreDriver } from "./store-driver.ts";

const NOW = "2026-03-01T09:00:00.000Z";

/** What every driver of the port promises. */
export function describePersonStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the person store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let people: PersonStore;

    beforeEach(async () => {
      number += 1;
      name = `people-${number}`;
      store = await open({ name });
      ({ people } = store);
    });
    afterEach(() => store.close());

    const parts = (over: Store) => ({
      ...over,
      policy: DEFAULT_RULE_POLICY,
      random: randomText,
      hash: sha256,
      now: () => NOW,
    });
    const link = (to: string, login: string, over = store) =>
      linkLogin(parts(over))({ person: to, login, how: "administrator", by: "root" });
    const same = async (a: string, b: string): Promise<boolean> => isSamePerson(a, b, await people.read());

    it("keeps which logins are one person's, also when opened again", async () => {
      expect(await same("ana", "ana@example.com")).toBe(false);
      expect(await link("ana", "ana@example.com")).toMatchObject({ ok: true });
      expect(await link("ana", "github:ana-dev")).toMatchObject({ ok: true });
      await store.close();
      store = await open({ name });
      ({ people } = store);
      expect(await same("ana", "ana@example.com")).toBe(true);
      expect(await same("github:ana-dev", "ana@example.com")).toBe(true);
      expect(await same("ana", "bo")).toBe(false);
      expect(listPeople(await people.read())).toMatchObject([
        {
          id: expect.stringMatching(/^pn_[0-9a-f]{16}$/),
          name: "ana",
          logins: [{ login: "name:ana" }, { login: "name:ana@example.com" }, { login: "github:ana-dev" }],
        },
      ]);
    });

    it("answers the same view until something changes, and notices what another client changes", async () => {
      const client = await openClient(name, store);
      const before = await people.read();
      expect(await people.read()).toBe(before);
      await link("ana", "ana@example.com", client);
      expect((await people.read()).known.revision).toBeGreaterThan(before.known.revision);
      expect(await same("ana", "ana@example.com")).toBe(true);
      await issueNumber(client.tokens, 1, { name: "bo" });
      expect((await people.read()).known.tokens).toMatchObject([{ name: "bo", created_by: "root" }]);
      await client.close();
    });

    it("knows people's tokens with what their issuer used, and not those of agents", async () => {
      await issueNumber(store.tokens, 1, { name: "ana", issued_with: "token:tk_0" });
      await issueNumber(store.tokens, 2, { name: "rio", role: "agent", agent: "rio" });
      expect((await people.read()).known.tokens).toMatchObject([{ name: "ana", issued_with: "token:tk_0" }]);
    });

    it("writes an act with each change, and nothing where another change came first", async () => {
      await link("ana", "ana@example.com");
      const { known } = await people.read();
      const change = { at: NOW, linked: [], unlinked: [], admitted: [], acts: [] };
      expect(await people.save({ ...change, revision: known.revision - 1 })).toBe(false);
      expect((await people.read()).known.revision).toBe(known.revision);
      await unlinkLogin({ people, now: () => NOW })("ana@example.com", "root");
      expect(await same("ana", "ana@example.com")).toBe(false);
      const acts = await store.audit.list({ limit: 9 });
      expect(acts).toMatchObject([
        { action: "login.unlinked", actor: "root" },
        { action: "login.linked", actor: "root" },
      ]);
      expect(await store.audit.verify()).toMatchObject({ ok: true });
    });

    it("links at the same time from several clients without losing one", async () => {
      const clients = await Promise.all(Array.from({ length: 4 }, () => openClient(name, store)));
      await Promise.all(clients.map((client, at) => link("ana", `ana-${at}`, client)));
      const found = listPeople(await people.read());
      expect(found).toHaveLength(1);
      expect(found[0]?.logins).toHaveLength(5);
      await Promise.all(clients.map((client) => client.close()));
    });

    it("forgets an erased person's logins and knows them again, however they are spelled", async () => {
      await link("ana", "oidc:https://id.example s-1");
      await link("ana", "ana@example.com");
      expect((await people.read()).erasureOf("ana")).toBeUndefined();
      await store.feedback.erasePerson("ana@example.com", "root");
      const known = await people.read();
      expect(known.known.logins).toEqual([]);
      expect(JSON.stringify(known.known)).not.toMatch(/ana|s-1/);
      for (const again of ["ana", "ANA", "аna", "ana@example.com", "oidc:https://id.example s-1"]) {
        expect(known.erasureOf(again)).toMatchObject({ erased_at: expect.any(String) });
      }
      expect(known.erasureOf("anna")).toBeUndefined();
      expect(await store.audit.verify()).toMatchObject({ ok: true });
    });

    it("erases all names of one person as one, so that their approvals do not become two", async () => {
      const policy = { ...DEFAULT_RULE_POLICY, approvers: 3 };
      const decide = decideRule({ ...parts(store), policy });
      await decide(EXAMPLE_ID, proposing());
      await decide(EXAMPLE_ID, approve(person("ana")));
      await decide(EXAMPLE_ID, approve(person("ana@example.com")));
      await link("ana", "ana@example.com");
      await store.feedback.erasePerson("ana", "root");
      const rule = await store.rules.find(EXAMPLE_ID);
      expect(rule?.versions[0]?.approvals.map(({ by }) => by)).toEqual(["erased-1", "erased-1"]);
    });

    it("saves no approval that was decided before a link", async () => {
      const decide = decideRule(parts(store));
      await decide(EXAMPLE_ID, proposing());
      await decide(EXAMPLE_ID, approve(person("ana")));
      let isLinked = false;
      const overtaken = {
        ...parts(store),
        people: {
          ...people,
          read: async () => {
            const before = await people.read();
            if (!isLinked) await link("ana", "ana@example.com");
            isLinked = true;
            return before;
          },
        },
      };
      expect(await decideRule(overtaken)(EXAMPLE_ID, approve(person("ana@example.com")))).toMatchObject({
        ok: false,
        error: { code: "already_approved_by_you" },
      });
      expect((await store.rules.find(EXAMPLE_ID))?.in_force).toBe(null);
    });

    it("16.x keeps who works alone, and of two who say so at once one does", async () => {
      const now = () => "2026-03-02T09:00:00.000Z";
      const said = await Promise.all(["ana", "bo"].map((who) => workAlone({ people, now })(who, who)));
      expect(said.filter(({ ok }) => ok)).toHaveLength(1);
      const { alone } = (await people.read()).known;
      expect(["ana", "bo"]).toContain(alone?.name);
      expect(await workAsTeam({ people, now })("cy")).toMatchObject({ ok: true });
      expect((await people.read()).known.alone).toBeUndefined();
      expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 2 });
    });
  });
}
