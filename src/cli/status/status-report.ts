import type { StoreSurvey } from "../../ports/store.ts";
import type { FoundHooks } from "./found-hooks.ts";

/** What somebody may want to do, and the command for it. */
interface WaitingWork {
  readonly what: string;
  readonly count: number;
  readonly command: string;
}

export interface StatusProblem {
  readonly code: string;
  readonly message: string;
  /** The command, or what to do, that mends it. */
  readonly mend: string;
}

/** What was looked at. */
export interface StatusFacts {
  /** The settings file that counts; null if there is none. */
  readonly config: string | null;
  /** What is wrong with settings. */
  readonly configProblems: readonly StatusProblem[];
  readonly trust: "nothing_to_trust" | "trusted" | "waiting";
  /** Settings that wait for trust. */
  readonly untrusted: readonly string[];
  readonly agent: string | null;
  /** Where the store is or would be. */
  readonly place: string | null;
  /** Absent if there is no store yet, or it cannot be read. */
  readonly survey?: StoreSurvey;
  readonly storeProblem?: StatusProblem;
  readonly hooks: FoundHooks;
  /** Heard by hooks and not delivered yet, put aside, and why. */
  readonly spool: { readonly waiting: number; readonly aside: number; readonly why: string | null };
  /** Null if it was not asked. */
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
      /** Null, like the rules, if the store has another schema and was not opened for it. */
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
  /** How to begin, as long as nothing is recorded. */
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
    waits: waitsOf(facts).filter(({ count }) => count > 0),
    wrong: wrongOf(facts),
    start: startOf(facts),
  };
}

function waitsOf({ survey, spool, untrusted }: StatusFacts): readonly WaitingWork[] {
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

function wrongOf(facts: StatusFacts): readonly StatusProblem[] {
  const { configProblems, untrusted, storeProblem, survey, hooks, spool, server } = facts;
  const work = survey?.work ?? null;
  return [
    ...configProblems,
    ...(untrusted.length === 0
      ? []
      : [
          {
            code: "not_trusted",
            message: `${untrusted.join(", ")} in emend.yaml ${untrusted.length === 1 ? "is" : "are"} ignored until you trust the file`,
            mend: "emend trust",
          },
        ]),
    ...(storeProblem === undefined ? [] : [storeProblem]),
    ...(survey !== undefined && survey.schema > survey.present
      ? [
          {
            code: "store_too_new",
            message: `the store has schema ${survey.schema}, but this version of Emend only supports schemas up to ${survey.present}`,
            mend: "install the newer version of Emend that wrote it",
          },
        ]
      : []),
    ...((work?.dead_letters ?? 0) === 0
      ? []
      : [
          {
            code: "dead_letters",
            message: `${work?.dead_letters} events could not be handled`,
            mend: "emend events dead list",
          },
        ]),
    ...hooks.unreadable.map(({ path, why }) => ({
      code: "hooks_unreadable",
      message: `${path} cannot be read: ${why}`,
      mend: `fix ${path}, then run emend init`,
    })),
    ...(spool.aside === 0
      ? []
      : [
          {
            code: "delivery_refused",
            message: `${spool.aside} records from hooks were rejected`,
            mend: "emend hook --status",
          },
        ]),
    ...(spool.waiting === 0 || spool.why === null
      ? []
      : [
          {
            code: "delivery_failed",
            message: `hooks could not deliver: ${spool.why}`,
            mend: "emend hook --status",
          },
        ]),
    ...(server === null || server.answers || server.isOurs
      ? []
      : [
          {
            code: "server_unreachable",
            message: `hooks deliver to the server at ${server.url}, which does not answer`,
            mend: "start it with emend serve, or correct server.url",
          },
        ]),
  ];
}

function startOf({ survey, storeProblem, hooks }: StatusFacts): string | null {
  if (storeProblem !== undefined || (survey?.work?.records ?? (survey === undefined ? 0 : 1)) > 0)
    return null;
  return hooks.hooks.length > 0
    ? "emend import FILE, or work with your agent"
    : "emend init, or emend import FILE";
}
