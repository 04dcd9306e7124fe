import { RULES_TRUST } from "../core/rule/trust-words.ts";
import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { type ActiveRule, toActiveRule } from "../core/rule/select-rules.ts";
import { ok } from "../core/result.ts";
import { MAX_NAME, type Rule, RULE_ID } from "../core/rule/rule.ts";
import { onTrial } from "../core/trial/trials-of-task.ts";
import { sanitiseRuleText } from "../core/rule/sanitise-rule-text.ts";
import type { Emend } from "../compose.ts";
import { ExternalError } from "../ports/errors.ts";
import type { McpContext } from "./mcp-context.ts";
import { displayText } from "./shown-text.ts";
import { NO_STORE } from "./tool-fields.ts";
import { renderRuleLine, renderRules } from "../core/rule/render-rules.ts";

const oneLine = (text: string): string => JSON.stringify(displayText(text.replace(/\s+/g, " ").trim(), 500));

const MARKDOWN = "text/markdown";
const PAGE = 100;

export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    name: "rule",
    title: "One rule in force",
    uriTemplate: "emend://rules/{rule_id}",
    description: "A rule that people approved, with its reason, its scope and its date.",
    mimeType: MARKDOWN,
  },
  {
    name: "agent_rules",
    title: "All rules of one agent",
    uriTemplate: "emend://agents/{agent}/rules",
    description: "The rules in this agent's prompt, for any files.",
    mimeType: MARKDOWN,
  },
];

/** The agent's own page first, then rules in force, oldest first. */
export async function listResources(
  cursor: string | undefined,
  context: McpContext,
): Promise<ListResourcesResult> {
  const onlyAgent = context.ownAgentOnly === true ? context.agent : undefined;
  const rules = (await readStore(context, (emend) => shownRules(emend, context, onlyAgent))) ?? [];
  const start = cursor === undefined ? 0 : rules.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && start === 0) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "expected the cursor of the previous page, whose rule is still in force; list again from the start",
      { code: "invalid_cursor" },
    );
  }
  const page = rules.slice(start, start + PAGE);
  const own = cursor === undefined && context.agent !== undefined ? [agentResource(context.agent)] : [];
  const resources = [...own, ...page.flatMap((rule) => toActiveRule(rule) ?? []).map(ruleResource)];
  const last = page.at(-1);
  return start + PAGE < rules.length && last !== undefined
    ? { resources, nextCursor: last.id }
    : { resources };
}

export async function readResource(uri: string, context: McpContext): Promise<ReadResourceResult> {
  const text = await renderResource(uri, context);
  if (text === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}

async function renderResource(uri: string, context: McpContext): Promise<string | undefined> {
  const [, kind = "", rest = ""] = /^emend:\/\/(rules|agents)\/(.{1,1000})$/.exec(uri) ?? [];
  if (kind === "rules") {
    if (!RULE_ID.test(rest)) return undefined;
    const active = await readStore(context, async ({ store }) => {
      const rule = await store.rules.find(rest);
      const found = rule === undefined ? undefined : toActiveRule(rule);
      return found !== undefined && onTrial(await store.trials.assignments())(found) ? undefined : found;
    });
    return active === undefined || !maySee(active.scope.agents, context) ? undefined : renderRule(active);
  }
  const agent = rest.endsWith("/rules") ? decodeName(rest.slice(0, -"/rules".length)) : undefined;
  if (kind !== "agents" || agent === undefined || !maySee([agent], context)) return undefined;
  const found = await readStore(context, async ({ rules, store }) => {
    const known = await rules.forFiles({ agent });
    if (!known.ok) return known;
    const isOnTrial = onTrial(await store.trials.assignments());
    const isShared = known.value.rules.every((rule) => !isOnTrial(rule));
    return isShared
      ? known
      : ok({ section: renderRules(known.value.rules.filter((rule) => !isOnTrial(rule))) });
  });
  if (found === undefined) return `${NO_STORE}\n`;
  if (!found.ok) return undefined;
  const { section } = found.value;
  return section === "" ? noRules(agent) : `${RULES_TRUST}\n\n${section}`;
}

const noRules = (agent: string): string => `No rules are in force for ${displayText(agent, 80)}.\n`;

/**
 * Every task of an agent reads the same resources, so rules on trial are left out of them. Rules that a check enforces for the
 * agent are left out as in its prompts.
 */
async function shownRules(
  { store, checks }: Emend,
  { agent }: McpContext,
  onlyAgent: string | undefined,
): Promise<readonly Rule[]> {
  const isOnTrial = onTrial(await store.trials.assignments());
  const inForce = await store.rules.inForce(onlyAgent);
  const enforced = (await checks.enforcedRules())({ agents: agent === undefined ? [] : [agent], files: [] });
  return inForce.filter(
    ({ id, in_force }) => !isOnTrial({ rule_id: id, version: in_force ?? 0 }) && !enforced.has(id),
  );
}

/** Whether the caller may see something for these agents; an empty list means all agents. */
const maySee = (agents: readonly string[], { agent, ownAgentOnly }: McpContext): boolean =>
  ownAgentOnly !== true || agents.length === 0 || (agent !== undefined && agents.includes(agent));

/** Undefined if it is not a valid, correctly encoded name. */
function decodeName(part: string): string | undefined {
  try {
    const name = decodeURIComponent(part);
    return part.includes("/") || name.trim() === "" || name.length > MAX_NAME ? undefined : name;
  } catch {
    return undefined;
  }
}

const agentResource = (agent: string): Resource => ({
  uri: `emend://agents/${encodeURIComponent(agent)}/rules`,
  name: "agent_rules",
  title: `All rules of ${displayText(agent, 80)}`,
  mimeType: MARKDOWN,
});

const ruleResource = ({ rule_id, text }: ActiveRule): Resource => ({
  uri: `emend://rules/${rule_id}`,
  name: rule_id,
  title: sanitiseRuleText(text, 100),
  mimeType: MARKDOWN,
});

/** Resources can only report failures as protocol errors. */
async function readStore<T>(
  { emend, report }: McpContext,
  read: (emend: Emend) => Promise<T>,
): Promise<T | undefined> {
  try {
    const found = await emend.find();
    return found === undefined ? undefined : await read(found);
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    report(`${error.message} [${error.code}]`);
    throw new ProtocolError(ProtocolErrorCode.InternalError, displayText(error.message), {
      code: error.code,
    });
  }
}

/** The instruction first, then its metadata as quoted data. */
function renderRule({ rule_id, version, type, text, reason, scope, in_force_since }: ActiveRule): string {
  const agents = scope.agents.map((agent) => oneLine(agent));
  return [
    `# Rule ${rule_id}`,
    "",
    renderRuleLine({ type, text, scope }),
    "",
    `- type: ${type}`,
    `- version: ${version}, in force since ${in_force_since.slice(0, 10)}`,
    `- for: ${agents.length === 0 ? "every agent" : agents.join(", ")}`,
    ...(reason.trim() === "" ? [] : [`- reason: ${oneLine(reason)}`]),
    "",
  ].join("\n");
}
