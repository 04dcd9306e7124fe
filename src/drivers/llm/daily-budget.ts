/** Limits per UTC day. Left out, there is none. */
export interface EvaluatorBudget {
  readonly callsPerDay?: number;
  readonly tokensPerDay?: number;
}

export interface DailyBudget {
  /** Reserves a call's tokens, or returns undefined if they no longer fit into the day. */
  take(estimated: number): Spending | undefined;
  /** True for the first call each day, so that it is only reported once. */
  reportOnce(): boolean;
}

/** Call it with the actual cost. Otherwise the estimate stays counted. */
type Spending = (tokens: number) => void;

/** Counts in this process. Concurrent calls are counted before they are made. */
export function createDailyBudget(
  { callsPerDay = Infinity, tokensPerDay = Infinity }: EvaluatorBudget,
  now: () => Date,
): DailyBudget {
  let day = "";
  let [calls, tokens, told] = [0, 0, false];
  const turn = (): void => {
    const today = now().toISOString().slice(0, 10);
    if (today !== day) [day, calls, tokens, told] = [today, 0, 0, false];
  };
  return {
    take: (estimated) => {
      turn();
      if (calls + 1 > callsPerDay || tokens + estimated > tokensPerDay) return undefined;
      calls += 1;
      tokens += estimated;
      const taken = day;
      return (actual) => {
        if (taken === day) tokens += actual - estimated;
      };
    },
    reportOnce: () => {
      turn();
      const first = !told;
      told = true;
      return first;
    },
  };
}
