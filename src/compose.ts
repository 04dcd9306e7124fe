import { setImmediate, setTimeout } from "node:timers/promises";
import type { PatternQuestion, TrendQuestion } from "./app/pattern/report-patterns.ts";
import { accessUseCases } from "./compose/access.ts";
import { lazily, once, type Ports } from "./compose/ports.ts";
import { composePacks } from "./compose/packs.ts";
import { composeTrials } from "./compose/trials.ts";
import type { CheckQuery, HitQuery } from "./ports/check-store.ts";

export type Emend = ReturnType<typeof composeEmend>;

/**
 * Every use case, grouped by concept and wired to its ports. Modules are imported on the first call, so that starting a
 * command or a hook costs nothing that it does not use. Ports are read on the first call, too: a setting that still waits
 * for the user's trust refuses only what needs it.
 */
export function composeEmend(ports: Ports) {
  const { store, events, now, createId, hash, random } = ports;
  /** Gives others a turn. */
  const pause = () => setImmediate();
  const learning = once(ports.learning);
  const checking = once(ports.checking);
  const syntax = async () => (await checking()).syntax;
  /** Use cases around rules: reading a policy that waits for trust throws, hence the function. */
  const ruled = () => ({ ...store, policy: ports.policy, now });
  const tried = () => ({ ...ruled(), trialPolicy: ports.trialPolicy, createId, random });
  const learned = async () => ({ ...ruled(), ...(await learning()) });
  /** What it takes to compare rules with each other and with approved work. */
  const compared = async () => {
    const { judge, vectors, catalogue } = await learning();
    return { ...ruled(), meaning: { judge, vectors }, ...(catalogue === undefined ? {} : { catalogue }) };
  };
  const evaluate = lazily(async () =>
    (await import("./app/evaluation/evaluate-feedback.ts")).evaluateFeedback(await learned()),
  );
  const reconsider = lazily(async () =>
    (await import("./app/evaluation/reconsider-rules.ts")).reconsiderRules({
      ...(await learned()),
      evaluate,
    }),
  );
  const effects = lazily(async () => (await import("./app/rule/brief-cache.ts")).cachedEffects(ruled()));
  const rollUps = async (agent: string | undefined, asAgent: boolean) => {
    if (agent === undefined || !asAgent) return store.feedback;
    const { rollUpsForAgent } = await import("./app/pattern/roll-up-cache.ts");
    return rollUpsForAgent(store.feedback, agent, await ports.gates());
  };
  const prompted = () => ({
    rules: store.rules,
    trials: store.trials,
    runs: store.runs,
    checks: store.checks,
    policy: ports.policy,
    now,
    hash,
    measure: effects,
  });

  return {
    store,
    events,
    get policy() {
      return ports.policy;
    },
    tools: { now, createId, hash, random },
    /** Who is logged in and with which token; it caches tokens, so a process has one. */
    access: once(async () =>
      (await import("./app/access/open-access.ts")).openAccess({ store, random, hash, now }),
    ),
    /** The model, the judge and the vectors; opened on first use. */
    learning,
    close: () => store.close(),

    rules: {
      decide: lazily(async () => (await import("./app/rule/decide-rule.ts")).decideRule(ruled())),
      modify: lazily(async () => (await import("./app/rule/modify-rule.ts")).modifyRule(ruled())),
      approveWithChanges: lazily(async () =>
        (await import("./app/rule/modify-rule.ts")).approveWithChanges(ruled()),
      ),
      approveSeveral: lazily(async () =>
        (await import("./app/rule/approve-proposals.ts")).approveProposals(await compared()),
      ),
      propose: lazily(async () => (await import("./app/rule/propose-own-rule.ts")).proposeOwnRule(ruled())),
      proposeAgain: lazily(async () =>
        (await import("./app/rule/propose-own-rule.ts")).proposeAgain(ruled()),
      ),
      /** Proposes what recurs, after grouping again what nobody has seen yet. */
      proposeRecurring: lazily(async () => {
        const { relinkClusters } = await import("./app/cluster/relink-clusters.ts");
        const { proposeRules } = await import("./app/rule/propose-rules.ts");
        const parts = { ...(await learned()), evaluate };
        const relink = relinkClusters({ ...parts, pause });
        const propose = proposeRules(parts);
        return async () => {
          await relink();
          return propose();
        };
      }),
      expire: lazily(async () => (await import("./app/rule/decide-rule.ts")).expireProposals(ruled())),
      reconsider,
      list: lazily(async () => (await import("./app/rule/list-rules.ts")).listRules(store)),
      rank: lazily(async () =>
        (await import("./app/rule/list-proposals.ts")).rankProposals({ ...store, now }),
      ),
      listProposals: lazily(async () =>
        (await import("./app/rule/list-proposals.ts")).listProposals(await compared()),
      ),
      dossier: lazily(async () =>
        (await import("./app/rule/proposal-dossier.ts")).proposalDossier(await compared()),
      ),
      /** What a rule would have done in the past. Nothing is stored. */
      replay: lazily(async () => {
        const { replayRule } = await import("./app/replay/replay-rule.ts");
        const { repository } = ports;
        return replayRule({ ...ruled(), ...(await checking()), repository, learning, compared, pause });
      }),
      check: lazily(async () => (await import("./app/rule/related-rules.ts")).checkRule(await compared())),
      measure: lazily(async () => (await import("./app/rule/measure-rules.ts")).measureRules(ruled())),
      timeline: lazily(async () => (await import("./app/rule/effect-timeline.ts")).effectTimeline(ruled())),
      /** Rules that may no longer be needed, and those to try without. */
      sunset: lazily(async () => (await import("./app/rule/sunset-rules.ts")).sunsetReport(ruled())),
      flagNeedless: lazily(async () => (await import("./app/rule/sunset-rules.ts")).flagNeedless(ruled())),
      buildPrompt: lazily(async () => (await import("./app/rule/build-prompt.ts")).buildPrompt(prompted())),
      forFiles: lazily(async () => (await import("./app/rule/build-prompt.ts")).rulesForFiles(prompted())),
    },

    feedback: {
      record: lazily(async () =>
        (await import("./app/feedback/record-feedback.ts")).recordFeedback({ store: store.feedback }),
      ),
      search: lazily(async () => (await import("./app/feedback/search-feedback.ts")).searchFeedback(store)),
      story: lazily(async () =>
        (await import("./app/feedback/find-feedback-story.ts")).findFeedbackStory({ ...store, now }),
      ),
      similar: lazily(async () =>
        (await import("./app/feedback/find-similar.ts")).findSimilar({ ...store, ...(await learning()) }),
      ),
      mistakes: lazily(async () =>
        (await import("./app/mistake/my-mistakes.ts")).myMistakes({ ...store, gates: await ports.gates() }),
      ),
      evaluate,
      /** Evaluates everything that was recorded and not evaluated yet. */
      learn: lazily(async () => {
        const { learnOnce } = await import("./app/evaluation/learn-from-events.ts");
        return ({
          pollMs,
        }: { /** How often to check whether anything is left. */ readonly pollMs?: number } = {}) =>
          learnOnce({
            outbox: store.outbox,
            events,
            evaluate,
            reconsider,
            wait: (ms) => setTimeout(pollMs ?? ms),
          })(`cli ${process.pid}`);
      }),
    },

    evaluations: {
      decide: lazily(async () =>
        (await import("./app/evaluation/decide-on-evaluation.ts")).decideOnEvaluation({ ...store, now }),
      ),
      search: lazily(async () =>
        (await import("./app/evaluation/search-evaluated.ts")).searchEvaluated(store),
      ),
    },

    submissions: {
      submit: lazily(async () =>
        (await import("./app/submission/submit-work.ts")).submitWork({
          ...store,
          gateHours: ports.gateHours,
          now,
          hash,
          createId,
        }),
      ),
      decide: lazily(async () =>
        (await import("./app/submission/decide-submission.ts")).decideSubmission({
          submissions: store.submissions,
          now,
          hash,
          fallbackTag: (await ports.gates()).fallback.tag,
        }),
      ),
      withdraw: lazily(async () =>
        (await import("./app/submission/decide-submission.ts")).withdrawSubmission({ ...store, now }),
      ),
      queue: lazily(async () =>
        (await import("./app/submission/review-queue.ts")).reviewQueue({ submissions: store.submissions }),
      ),
      /** The queue with the number of earlier rejections of similar work. */
      queueWithSimilar: lazily(async () =>
        (await import("./app/submission/review-queue.ts")).reviewQueue({ ...store, ...(await learning()) }),
      ),
      desk: lazily(async () =>
        (await import("./app/submission/review-queue.ts")).reviewDesk({ ...store, ...(await learning()) }),
      ),
      texts: lazily(async () =>
        (await import("./app/gate/find-rivals.ts")).submittedTexts(store.submissions),
      ),
      findRivals: lazily(async () =>
        (await import("./app/gate/find-rivals.ts")).findRivals(await learning()),
      ),
    },

    clusters: {
      merge: lazily(async () =>
        (await import("./app/cluster/change-cluster.ts")).mergeClusters(store.clusters),
      ),
      split: lazily(async () =>
        (await import("./app/cluster/change-cluster.ts")).splitCluster(store.clusters, createId),
      ),
      rename: lazily(async () =>
        (await import("./app/cluster/change-cluster.ts")).renameCluster(store.clusters),
      ),
      keep: lazily(async () =>
        (await import("./app/cluster/change-cluster.ts")).keepClusters(store.clusters),
      ),
      suggest: lazily(async () =>
        (await import("./app/cluster/suggest-cluster-changes.ts")).suggestClusterChanges({
          ...store,
          ...(await learning()),
          pause,
        }),
      ),
    },

    corrections: {
      ...store.corrections,
      /** Adds the corrections in all recorded feedback. */
      rebuild: lazily(async () =>
        (await import("./app/correction/rebuild-corrections.ts")).rebuildCorrections(store),
      ),
    },

    checks: {
      find: (id: string) => store.checks.find(id),
      list: (query: CheckQuery) => store.checks.list(query),
      findHit: (id: string) => store.checks.findHit(id),
      hits: (query: HitQuery) => store.checks.hits(query),
      /** Makes a check for a rule, or takes a person's own, and saves it as a draft if it passes the gate. */
      draft: lazily(async () =>
        (await import("./app/check/draft-rule-check.ts")).draftRuleCheck({
          ...ruled(),
          ...(await checking()),
          pause,
        }),
      ),
      /** Drafts checks for rules that have corrections with code and no check yet. */
      draftMissing: lazily(async () =>
        (await import("./app/check/draft-missing-checks.ts")).draftMissingChecks({
          ...ruled(),
          ...(await checking()),
          pause,
        }),
      ),
      decide: lazily(async () => (await import("./app/check/decide-check.ts")).decideCheck(ruled())),
      describe: lazily(async () => (await import("./app/check/describe-checks.ts")).describeChecks(ruled())),
      /** The checks of rules, with what they did. */
      briefs: lazily(async () => (await import("./app/check/describe-checks.ts")).checkBriefs(store)),
      /** Runs one check over files and keeps what it finds, for people to judge. */
      tryOn: lazily(async () =>
        (await import("./app/check/try-on-files.ts")).tryOnFiles({
          ...ruled(),
          ...(await checking()),
          pause,
        }),
      ),
      judge: lazily(async () => (await import("./app/check/judge-hit.ts")).judgeHit(store)),
      /** The checks that run, with what their hits say. */
      active: lazily(async () =>
        (await import("./app/check/active-checks.ts")).activeChecks({ ...store, syntax }),
      ),
      run: lazily(async () => (await import("./app/check/check-files.ts")).checkFiles({ syntax, pause })),
      report: lazily(async () =>
        (await import("./app/check/report-checked.ts")).reportChecked({ ...store, now }),
      ),
      /** Says for which rules agents need no text, because a check enforces them. */
      enforcedRules: async () =>
        (await import("./app/check/load-enforced-rules.ts")).loadEnforcedRules({ ...store, now }),
      /** Keeps a report from another machine. */
      receive: lazily(async () => (await import("./app/check/receive-report.ts")).receiveReport(store)),
    },

    ...accessUseCases(ports),

    reminders: {
      find: lazily(async () =>
        (await import("./app/reminder/find-reminders.ts")).findReminders({ ...store, now }),
      ),
      dismiss: lazily(async () =>
        (await import("./app/reminder/end-reminders.ts")).dismissReminder({ ...store, now }),
      ),
      markFixed: lazily(async () => (await import("./app/reminder/end-reminders.ts")).markFixed(store)),
    },

    iterations: {
      record: lazily(async () =>
        (await import("./app/iteration/record-round.ts")).recordRound({ ...store, learning, now }),
      ),
      show: lazily(async () => (await import("./app/iteration/show-task.ts")).showTask(store.iterations)),
    },

    rollouts: {
      start: lazily(async () =>
        (await import("./app/rollout/change-rollout.ts")).startRollout({ ...store, now, createId }),
      ),
      change: lazily(async () =>
        (await import("./app/rollout/change-rollout.ts")).changeRollout({ ...store, now }),
      ),
      report: lazily(async () =>
        (await import("./app/rollout/change-rollout.ts")).reportRollout({ ...store, now }),
      ),
      assign: lazily(async () =>
        (await import("./app/rollout/assign-review.ts")).assignReview({ ...store, now, createId }),
      ),
      countReview: lazily(async () =>
        (await import("./app/rollout/assign-review.ts")).countReview({ ...store, now }),
      ),
      checkPromptVersions: lazily(async () =>
        (await import("./app/review/check-prompt-versions.ts")).checkPromptVersions(
          async () => store.rollouts,
        ),
      ),
    },

    patterns: {
      /** With `asAgent`, tags that only outsiders chose are counted under one name: what an agent may read. */
      report: lazily(async () => {
        const { reportPatterns } = await import("./app/pattern/report-patterns.ts");
        const { cachedRollUps } = await import("./app/pattern/roll-up-cache.ts");
        const kept = ports.answersMany === true ? { kept: cachedRollUps(store.feedback) } : {};
        const parts = { gates: await ports.gates(), thresholds: ports.thresholds, ...kept };
        return async (question: PatternQuestion, asAgent: boolean = false) =>
          reportPatterns({ ...parts, store: await rollUps(question.agent, asAgent) })(question);
      }),
      trend: lazily(async () => {
        const { reportTrend } = await import("./app/pattern/report-patterns.ts");
        return async (question: TrendQuestion, asAgent: boolean = false) =>
          reportTrend({ store: await rollUps(question.agent, asAgent) })(question);
      }),
    },

    trials: composeTrials(store, tried),

    packs: composePacks({ ruled, learned, checking, pause }),

    loop: {
      sheet: lazily(async () => (await import("./app/loop/show-loop.ts")).showLoop(store)),
      mistakes: lazily(async () => (await import("./app/loop/common-mistakes.ts")).commonMistakes(store)),
      day: lazily(async () => (await import("./app/loop/show-day.ts")).showDay(store)),
    },

    why: {
      /** What an agent had when it made a commit, and what became of the work. */
      commit: lazily(async () => (await import("./app/why/explain-commit.ts")).explainCommit(store)),
      /** Every rule that ever was in force. */
      rules: lazily(async () => {
        const { readRules } = await import("./app/why/read-history.ts");
        return () => readRules(store);
      }),
      /** The prompt that an agent was given at a moment. */
      promptAt: lazily(async () => (await import("./app/why/prompt-at.ts")).promptAt({ ...ruled(), hash })),
      /** The prompt of a recorded run. */
      promptOfRun: lazily(async () =>
        (await import("./app/why/prompt-of-run.ts")).promptOfRun({ ...store, hash }),
      ),
      /** The moments at which an agent's prompt changed. */
      promptMoments: lazily(async () =>
        (await import("./app/why/prompt-moments.ts")).promptMoments({ ...ruled(), hash }),
      ),
    },

    refinements: {
      keep: lazily(async () => (await import("./app/prompt/refinements.ts")).recordRefinement(store)),
      report: lazily(async () => (await import("./app/prompt/refinements.ts")).reportRefinements(store)),
    },

    audit: {
      verify: lazily(async () => (await import("./app/audit/verify-audit.ts")).verifyAudit(store)),
      discardDeadLetters: lazily(async () =>
        (await import("./app/event/discard-dead-letters.ts")).discardDeadLetters({ ...store, events }),
      ),
    },
  };
}
