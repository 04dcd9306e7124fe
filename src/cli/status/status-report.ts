import type { StoreSurvey } from "../../ports/store.ts";
import { compact } from "../terminal/plain-text.ts";
import type { FoundHooks } from "./found-hooks.ts";

interface WaitingWork {
  readonly what: string;
  readonly count: number;
  readonly command: string;
}

/** What a problem or a check is about. */
export type StatusArea = "settings" | "store" | "events" | "agents" | "queue" | "server";

export interface StatusProblem {
  readonly about: StatusArea;
  readonly code: string;
  readonly message: string;
  /** The command or action that fixes it. */
  readonly mend: string;
}

export interface StatusFacts {
  /** The settings file in use; null if there is none. */
  readonly config: string | null;
  readonly configProblems: readonly StatusProblem[];
  readonly trust: "nothing_to_trust" | "trusted" | "waiting";
  /** Settings that are not trusted. */
  readonly untrusted: readonly string[];
  readonly agent: string | null;
  /** The path or address of the store, even if it does not exist yet. */
  readonly place: string | null;
  /** Absent if there is no store yet, or it cannot be read. */
  readonly survey?: StoreSurvey;
  readonly storeProblem?: StatusProblem;
  readonly hooks: FoundHooks;
  /** Queued and rejected entries of hooks. */
  readonly spool: {
    readonly waiting: number;
    readonly aside: number;
    readonly oldest: string | null;
    readonly why: string | null;
  };
  /** Null if it was not checked. */
  readonly server: { readonly url: string; readonly answers: boolean; readonly isOurs: boolean } | null;
}

export interface StatusReport {
  readonly set_up: {
    readonly config: string | null;
    readonly trust: StatusFacts["trust"];
    readonly agent: string | null;
    readonly store: {
      readonly place: string | null;
      readonly kind: "sqlite" | "postgres" | null;
      readonly schema: number | null;
      /** Null, like rules_in_force, if the store has another schema and was not opened. */
      readonly records: number | null;
      readonly rules_in_force: number | null;
    };
    readonly hooks: readonly string[];
    readonly mcp: readonly string[];
  };
  readonly runs: {
    readonly server: { readonly url: string; readonly answers: boolean } | null;
    readonly worker: boolean;
    readonly last_heard: string | null;
    readonly agents: readonly { readonly agent: string; readonly last_heard: string }[];
  };
  readonly waits: readonly WaitingWork[];
  readonly wrong: readonly StatusProblem[];
  /** How to start, as long as nothing is recorded. */
  readonly start: string | null;
}

export function toStatusReport(facts: StatusFacts): StatusReport {
  const { config, trust, agent, place, survey, hooks, server } = facts;
  const work = survey?.work ?? null;
  return {
    set_up: {
      config,
      trust,
      agent,
      store: {
        place: survey?.place ?? place,
        kind: survey?.kind ?? null,
        schema: survey?.schema ?? null,
        records: survey === undefined ? 0 : (work?.records ?? null),
        rules_in_force: survey === undefined ? 0 : (work?.rules_in_force ?? null),
      },
      hooks: hooks.hooks,
      mcp: hooks.mcp,
    },
    runs: {
      server: server === null ? null : { url: server.url, answers: server.answers },
      worker: work?.worker ?? false,
      last_heard: work?.newest ?? null,
      agents: work?.agents ?? [],
    },
    waits: waitingWork(facts).filter(({ count }) => count > 0),
    wrong: findProblems(facts),
    start: firstStep(facts),
  };
}

function waitingWork({ survey, spool, untrusted }: StatusFacts): readonly WaitingWork[] {
  const work = survey?.work ?? null;
  return [
    { what: "rules to approve", count: work?.proposals ?? 0, command: "emend rules list --status proposed" },
    { what: "submissions to decide", count: work?.submissions ?? 0, command: "emend serve" },
    { what: "of them overdue", count: work?.overdue ?? 0, command: "emend serve" },
    { what: "ambiguous records to resolve", count: work?.ambiguous ?? 0, command: "emend rules ambiguous" },
    { what: "records to evaluate", count: work?.not_evaluated ?? 0, command: "emend rules propose" },
    {
      what: "hook records not delivered yet",
      count: spool.waiting,
      command: "emend hook --deliver",
    },
    { what: "settings to trust", count: untrusted.length, command: "emend trust" },
    { what: "dead letters", count: work?.dead_letters ?? 0, command: "emend events dead list" },
  ];
}

/** The problems that can be seen without trying anything. */
export function findProblems(facts: StatusFacts): readonly StatusProblem[] {
  const { configProblems, untrusted, storeProblem, survey, hooks, spool, server } = facts;
  const work = survey?.work ?? null;
  const deadLetters = work?.dead_letters ?? 0;
  const isServerDown = server !== null && !server.answers && !server.isOurs;
  return compact<StatusProblem>([
    ...configProblems,
    untrusted.length > 0 && {
      about: "settings",
      code: "not_trusted",
      message: `${untrusted.join(", ")} in emend.yaml ${untrusted.length === 1 ? "is" : "are"} ignored until you trust the file`,
      mend: "emend trust",
    },
    storeProblem,
    survey !== undefined &&
      survey.schema > survey.present && {
        about: "store",
        code: "store_too_new",
        message: `the store has schema ${survey.schema}, but this version of Emend only supports schemas up to ${survey.present}`,
        mend: "install the newer version of Emend that wrote it",
      },
    deadLetters > 0 && {
      about: "events",
      code: "dead_letters",
      message: `${deadLetters} events could not be handled`,
      mend: "emend events dead list",
    },
    ...hooks.unreadable.map(({ path, why }): StatusProblem => ({
      about: "agents",
      code: "hooks_unreadable",
      message: `${path} cannot be read: ${why}`,
      mend: `fix ${path}, then run emend init`,
    })),
    spool.aside > 0 && {
      about: "queue",
      code: "delivery_refused",
      message: `${spool.aside} records from hooks were rejected`,
      mend: "emend hook --status",
    },
    spool.waiting > 0 &&
      spool.why !== null && {
        about: "queue",
        code: "delivery_failed",
        message: `hooks could not deliver: ${spool.why}`,
        mend: "emend hook --status",
      },
    isServerDown && {
      about: "server",
      code: "server_unreachable",
      message: `hooks deliver to the server at ${server.url}, which does not answer`,
      mend: "start it with emend serve, or correct server.url",
    },
  ]);
}

function firstStep({ survey, storeProblem, hooks }: StatusFacts): string | null {
  if (storeProblem !== undefined || (survey?.work?.records ?? (survey === undefined ? 0 : 1)) > 0)
    return null;
  return hooks.hooks.length > 0
    ? "emend import FILE, or work with your agent"
    : "emend init, or emend import FILE";
}
