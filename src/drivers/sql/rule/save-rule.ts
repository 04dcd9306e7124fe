import type { Transaction } from "kysely";
import type { Rule } from "../../../core/rule/rule.ts";
import type { RuleChange } from "../../../core/rule/rule-command.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import { readPeopleRevision } from "../person/people-revision.ts";
import type { WriteContext } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { agentsInForce, toRuleRow } from "./rule-row.ts";

/**
 * Saves a change with its event and acts. Returns false and changes nothing if the rule or the people changed in
 * between.
 */
export async function saveRule(
  transaction: Transaction<Tables>,
  { state, acts, people }: RuleChange,
  context: WriteContext,
): Promise<boolean> {
  if (people !== undefined) {
    // Blocks changes to people until this is saved.
    await context.dialect.lock(transaction, "people");
    if ((await readPeopleRevision(transaction)) !== people) return false;
  }
  const actions = acts.map(({ action }) => action);
  if (!(await writeRule(transaction, state, context.now, actions))) return false;
  for (const act of acts) await appendAudit(transaction, act, context);
  return true;
}

/** Updates a rule if its revision is the previous one, with its event. */
export async function writeRule(
  transaction: Transaction<Tables>,
  rule: Rule,
  now: () => Date,
  acts: readonly string[] = [],
): Promise<boolean> {
  if (rule.revision === 1) return addRule(transaction, rule, now, acts);
  const row = toRuleRow(rule);
  const written = await transaction
    .updateTable("rule")
    .set(row)
    .where("id", "=", row.id)
    .where("revision", "=", rule.revision - 1)
    .returning("seq")
    .executeTakeFirst();
  if (written === undefined) return false;
  await transaction.deleteFrom("rule_agent").where("seq", "=", written.seq).execute();
  await writeAgentsAndEvent(transaction, rule, written.seq, now, acts);
  return true;
}

/** Inserts a rule at any revision, with its event. */
export async function addRule(
  transaction: Transaction<Tables>,
  rule: Rule,
  now: () => Date,
  acts: readonly string[] = [],
): Promise<boolean> {
  const added = await transaction
    .insertInto("rule")
    .values(toRuleRow(rule))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("seq")
    .executeTakeFirst();
  if (added === undefined) return false;
  await writeAgentsAndEvent(transaction, rule, added.seq, now, acts);
  return true;
}

/** Writes the agents the rule applies to, and its event. */
async function writeAgentsAndEvent(
  transaction: Transaction<Tables>,
  rule: Rule,
  seq: number,
  now: () => Date,
  acts: readonly string[],
): Promise<void> {
  const { id, in_force_since } = toRuleRow(rule);
  const agents = agentsInForce(rule).map((agent) => ({ agent, in_force_since, seq }));
  if (agents.length > 0) await transaction.insertInto("rule_agent").values(agents).execute();
  const { status, revision } = rule;
  const done = acts.length === 0 ? {} : { acts };
  await addEvent(transaction, "rule.changed", { id, status, revision, ...done }, now);
}
