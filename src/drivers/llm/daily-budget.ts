/** What may be spent in one UTC day; what is left out is without bound. */
export interface EvaluatorBudget {
  readonly callsPerDay?: number;
  readonly tokensPerDay?: number;
}

export interface DailyBudget {
  /** Sets a call's tokens aside, or answers undefined where they no longer fit into the day. */
  take(estimated: number): Spending | undefined;
  /** True for the first asking of each day: whoever is told once does not have to be told again. */
  tellOnce(): boolean;
}

/** Called with what the call cost in truth; not called, the estimate stays spent. */
type Spending = (tokens: number) => void;

/** Counts in this process; calls under way at the same time are counted before they are made. */
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
    tellOnce: () => {
      turn();
      const first = !told;
      told = true;
      return first;
    },
  };
}
