import { daysAfter } from "../../core/time/time.ts";
import { BENEFIT_DAYS, expectedBenefit, type ExpectedBenefit } from "../../core/rule/effect.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import { findVersion, type Rule, wantsWords } from "../../core/rule/rule.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { type Cached, briefCache } from "./brief-cache.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { Page } from "../../core/page.ts";
import { type DossierParts, proposalDossier, type ProposalDossier } from "./proposal-dossier.ts";

export interface RankedProposal {
  readonly rule: Rule;
  readonly benefit: ExpectedBenefit;
}

/** Ranks proposals: those with text first, then by expected benefit, then by age. */
export const rankProposals =
  ({
    clusters,
    now,
    keep = (_key, make) => make(),
  }: {
    readonly clusters: Pick<ClusterStore, "find" | "occurrences">;
    readonly now: () => string;
    readonly keep?: Cached;
  }) =>
  async (rules: readonly Rule[]): Promise<readonly RankedProposal[]> => {
    const to = daysAfter(now(), 1);
    // Without the first day, which would be the twenty-ninth.
    const from = `${daysAfter(now(), 1 - BENEFIT_DAYS).slice(0, 10)}T00:00:00.000Z`;
    const benefitOf = async (rule: Rule): Promise<ExpectedBenefit> => {
      const cluster = rule.cluster_id === null ? undefined : await currentCluster(clusters, rule.cluster_id);
      const recent = cluster === undefined ? [] : await clusters.occurrences(cluster.id, { from, to });
      return expectedBenefit(recent, findVersion(rule, rule.pending)?.confidence ?? null);
    };
    const ranked: RankedProposal[] = [];
    for (const rule of rules) {
      const benefit = await keep(`benefit ${rule.id} ${rule.revision}`, () => benefitOf(rule));
      ranked.push({ rule, benefit });
    }
    return ranked.toSorted(
      (a, b) =>
        Number(wantsWords(a.rule)) - Number(wantsWords(b.rule)) ||
        b.benefit.score - a.benefit.score ||
        byCodeUnits(a.rule.created_at, b.rule.created_at),
    );
  };

interface ListedProposal {
  readonly rule: Rule;
  readonly dossier: ProposalDossier;
}

export interface ProposalPage extends Page<ListedProposal> {
  /** The number of pending proposals. */
  readonly total: number;
}

/**
 * Pending proposals by expected benefit, each with its dossier. Benefit and dossier may be ten seconds old; a
 * single dossier and an approval use current data.
 */
export const listProposals =
  (parts: DossierParts) =>
  async ({ limit, after }: { readonly limit: number; readonly after?: string }): Promise<ProposalPage> => {
    const rules = readOnce(parts.rules);
    const keep = briefCache(parts.rules, parts.now());
    const ranked = await rankProposals({ ...parts, keep })(await rules.pending());
    const start = after === undefined ? 0 : indexAfter(ranked, after);
    const page = ranked.slice(start, start + limit);
    const dossierOf = proposalDossier({ ...parts, rules, keep });
    const items: ListedProposal[] = [];
    for (const { rule } of page) {
      const dossier = await dossierOf(rule.id);
      // Decided since it was ranked.
      if (dossier?.version.status === "pending") items.push({ rule, dossier });
    }
    const last = page.at(-1);
    const more = last !== undefined && start + limit < ranked.length;
    return { items, total: ranked.length, ...(more ? { next: writeCursor(last) } : {}) };
  };

/** Every dossier is compared with all open rules, which are read once. */
export function readOnce(rules: DossierParts["rules"]): DossierParts["rules"] {
  const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
    let reading: Promise<T> | undefined;
    return () => (reading ??= read());
  };
  const inForce = once(() => rules.inForce());
  return {
    find: (id) => rules.find(id),
    inForce: (agent) => (agent === undefined ? inForce() : rules.inForce(agent)),
    pending: once(() => rules.pending()),
  } satisfies Pick<RuleStore, "find" | "inForce" | "pending">;
}

type Cursor = readonly [score: number, created: string, id: string];

/** The sort key; proposals without text come last. */
const scoreOf = ({ rule, benefit }: RankedProposal): number =>
  wantsWords(rule) ? -1 / (1 + benefit.score) : benefit.score;

const writeCursor = (ranked: RankedProposal): string =>
  encodeURIComponent(
    JSON.stringify([scoreOf(ranked), ranked.rule.created_at, ranked.rule.id] satisfies Cursor),
  );

/** Ranks change between pages: if the last proposal is gone, its position is found by its score. */
function indexAfter(ranked: readonly RankedProposal[], cursor: string): number {
  const [score, created, id] = readCursor(cursor);
  const at = ranked.findIndex(({ rule }) => rule.id === id);
  if (at >= 0) return at + 1;
  const next = ranked.findIndex((one) => {
    const own = scoreOf(one);
    return own < score || (own === score && one.rule.created_at > created);
  });
  return next < 0 ? ranked.length : next;
}

function readCursor(cursor: string): Cursor {
  const [score, created, id, ...rest] = parseCursor(cursor);
  if (
    typeof score === "number" &&
    typeof created === "string" &&
    typeof id === "string" &&
    rest.length === 0
  ) {
    return [score, created, id];
  }
  throw new ExternalError(
    "invalid_cursor",
    "expected `after` to be the `next` of the previous page; start from the first page",
  );
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(decodeURIComponent(cursor));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
