import type { RandomText } from "../core/access/token.ts";
import type { Digest } from "../core/audit/audit-entry.ts";
import type { KnownCheck } from "../core/check/known-check.ts";
import type { GateCatalogue } from "../core/gate/gate.ts";
import type { AlertThresholds } from "../core/pattern/alert.ts";
import type { RulePolicy } from "../core/evaluation/rule-policy.ts";
import type { TrialPolicy } from "../core/trial/trial-policy.ts";
import type { GateHours } from "../core/submission/read-submission.ts";
import type { PastRepository } from "../ports/commit-history.ts";
import type { Catalogue } from "../ports/catalogue.ts";
import type { Embedder, VectorIndex } from "../ports/vector-index.ts";
import type { Evaluator, Judge } from "../ports/evaluator.ts";
import type { EventLog } from "../ports/event-log.ts";
import type { Syntax } from "../ports/syntax.ts";
import type { Store } from "../ports/store.ts";

/** What recognises the same mistake in other words. */
export interface LearningPorts {
  readonly embedder: Embedder;
  readonly judge: Judge;
  readonly vectors: VectorIndex;
  readonly evaluator: Evaluator;
  /** Known mistakes; without it, conflicts between rules are judged by their words alone. */
  readonly catalogue?: Catalogue;
}

/** What drafts and runs checks. */
export interface CheckingPorts {
  readonly syntax: Syntax;
  /** Common mistakes with their checks; read on the first draft. */
  readonly known: () => readonly KnownCheck[];
}

/** Everything the use cases depend on. A dependency has the same name here, in every use case and in every test. */
export interface Ports {
  readonly store: Store;
  readonly events: EventLog;
  /** Opened on first use, because it loads the model. */
  readonly learning: () => Promise<LearningPorts>;
  /** Opened on first use, because it loads grammars. */
  readonly checking: () => Promise<CheckingPorts>;
  /** The repository that the process runs in; undefined outside of one. */
  readonly repository: () => Promise<PastRepository | undefined>;
  readonly gates: () => Promise<GateCatalogue>;
  readonly policy: RulePolicy;
  readonly trialPolicy: TrialPolicy;
  readonly thresholds: AlertThresholds;
  readonly gateHours: GateHours;
  /** UTC to the millisecond. */
  readonly now: () => string;
  /** A UUID. */
  readonly createId: () => string;
  /** SHA-256 in hex. */
  readonly hash: Digest;
  readonly random: RandomText;
  /** True for a server, which keeps what many questions share; a command asks one question and ends. */
  readonly answersMany?: boolean;
}

type UseCase<Args extends readonly unknown[], Answer> = (...args: Args) => Promise<Answer>;

/** A use case whose module is imported, and whose ports are opened, on the first call. A failed start is tried again. */
export function lazily<Args extends readonly unknown[], Answer>(
  load: () => Promise<UseCase<Args, Answer>>,
): UseCase<Args, Answer> {
  const loaded = once(load);
  return async (...args) => (await loaded())(...args);
}

/** Makes something on first use and keeps it, unless making it fails. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
