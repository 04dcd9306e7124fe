import * as fc from "fast-check";
import { expect, it } from "vitest";
import { planLoginLink, planLoginUnlink } from "../../src/core/person/link-login.ts";
import type { KnownPeople, LinkedLogin, PeopleChange } from "../../src/core/person/known-people.ts";
import { createPeople, type People } from "../../src/core/person/people.ts";
import { applyRuleCommand } from "../../src/core/rule/decide-rule.ts";
import { shortOfQuorum } from "../../src/core/rule/quorum.ts";
import { findVersion, type Rule } from "../../src/core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { approve, EXAMPLE_ID, person, proposing, ruleAfter } from "../examples/example-rule.ts";

const NAMES = ["ana", "аna", "bo", "cy", "di", "ed"] as const;
/** Names that look alike are one person from the start. */
const ALIKE = [["ana", "аna"]] as const;

type Act =
  | { readonly do: "link"; readonly a: string; readonly b: string }
  | { readonly do: "unlink"; readonly a: string }
  | { readonly do: "approve"; readonly a: string };

const name = fc.constantFrom(...NAMES);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant("link" as const), a: name, b: name }),
  fc.record({ do: fc.constant("unlink" as const), a: name }),
  fc.record({ do: fc.constant("approve" as const), a: name }),
);

const minute = (n: number): string => new Date(Date.UTC(2026, 2, 1, 9, n)).toISOString();

function saved(known: KnownPeople, change: PeopleChange): KnownPeople {
  const ended = new Set(change.unlinked.map(({ login }) => login));
  const logins = known.logins.map((each): LinkedLogin =>
    each.unlinked_at === undefined && ended.has(each.login)
      ? { ...each, unlinked_at: change.at, unlinked_by: "root" }
      : each,
  );
  return { ...known, revision: known.revision + 1, logins: [...logins, ...change.linked] };
}

/** How many people these names are where every pair that was ever one person stays one. */
function countGroups(names: readonly string[], pairs: readonly (readonly [string, string])[]): number {
  const left = new Set(names);
  let groups = 0;
  for (const first of names) {
    if (!left.has(first)) continue;
    groups += 1;
    const reached = new Set([first]);
    for (const one of reached) {
      for (const [a, b] of pairs) {
        if (a === one) reached.add(b);
        if (b === one) reached.add(a);
      }
    }
    for (const one of reached) left.delete(one);
  }
  return groups;
}

it("15.10 no order of linking, unlinking and approving puts a rule in force with too few people", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(act, { maxLength: 25 }), (approvers, acts) => {
      const policy = { ...DEFAULT_RULE_POLICY, approvers };
      let known: KnownPeople = { revision: 0, logins: [], tokens: [], tombstones: [] };
      let rule: Rule = ruleAfter(proposing());
      const pairs: (readonly [string, string])[] = [...ALIKE];
      const group = new Map<string, number>(NAMES.map((each, at) => [each, at]));
      for (const [at, next] of acts.entries()) {
        const now = minute(at + 1);
        const wasInForce = rule.in_force !== null;
        const people: People = createPeople(known, (text) => text);
        if (next.do === "approve") {
          const decided = applyRuleCommand(rule, approve(person(next.a)), { now, policy, people });
          if (decided.ok) rule = decided.value.state;
        } else {
          const asked = { login: next.do === "link" ? next.b : next.a, by: "root", now };
          const change =
            next.do === "link"
              ? planLoginLink(people, { ...asked, person: next.a, how: "administrator", newId: `pn_${at}` })
              : planLoginUnlink(people, asked);
          if (!change.ok) continue;
          known = saved(known, change.value);
          if (next.do === "unlink") group.set(next.a, NAMES.length + at);
          else {
            const [to, from] = [group.get(next.a)!, group.get(next.b)!];
            for (const each of NAMES) if (group.get(each) === from) group.set(each, to);
          }
          for (const a of NAMES) {
            for (const b of NAMES) if (group.get(a) === group.get(b)) pairs.push([a, b]);
          }
        }
        const version = findVersion(rule, rule.in_force);
        if (version === undefined) continue;
        const count = countGroups(
          version.approvals.map(({ by }) => by),
          pairs,
        );
        expect(wasInForce || count >= approvers).toBe(true);
        const short = shortOfQuorum(
          version,
          policy,
          createPeople(known, (text) => text),
        );
        expect(short === undefined).toBe(count >= approvers);
      }
      expect(rule.id).toBe(EXAMPLE_ID);
    }),
    { numRuns: 500 },
  );
});
