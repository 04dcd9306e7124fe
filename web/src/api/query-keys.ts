/** `[resource, name, ...arguments]`. A shorter key matches every longer one that starts with it. */
export type QueryKey = readonly unknown[];

/** Arguments from the first missing one on are left out, so a factory called with fewer makes a prefix. */
function key(resource: string, name: string, ...args: readonly unknown[]): QueryKey {
  const end = args.indexOf(undefined);
  return [resource, name, ...(end === -1 ? args : args.slice(0, end))];
}

/** Every key of the query cache. Queries and invalidations both use these, so they cannot drift apart. */
export const queryKeys = {
  agents: {
    list: (window?: string) => key("agents", "list", window),
    pattern: (agent?: string, window?: string) => key("agents", "pattern", agent, window),
    trend: (agent?: string, window?: string) => key("agents", "trend", agent, window),
    rejections: (agent?: string) => key("agents", "rejections", agent),
    mistakes: (agent?: string, path?: string) => key("agents", "mistakes", agent, path),
    reminders: (agent?: string) => key("agents", "reminders", agent),
    names: () => key("agents", "names"),
    recent: () => key("agents", "recent"),
  },
  audit: { list: (filter?: object) => key("audit", "list", filter) },
  checks: {
    one: (id?: string) => key("checks", "one", id),
    hits: (id?: string) => key("checks", "hits", id),
  },
  commits: { why: (commit?: string) => key("commits", "why", commit) },
  clusters: {
    all: () => ["clusters"] as QueryKey,
    one: (id?: string) => key("clusters", "one", id),
    members: (id?: string | null, limit?: number) => key("clusters", "members", id, limit),
    tag: (id?: string) => key("clusters", "tag", id),
    near: (id?: string, text?: string) => key("clusters", "near", id, text),
    suggestions: () => key("clusters", "suggestions"),
  },
  corrections: { learned: () => key("corrections", "learned") },
  counts: { waiting: () => key("counts", "waiting") },
  evaluations: {
    all: () => ["evaluations"] as QueryKey,
    one: (feedback?: string) => key("evaluations", "one", feedback),
    counts: () => key("evaluations", "counts"),
  },
  events: {
    all: () => ["events"] as QueryKey,
    backlog: () => key("events", "backlog"),
    latest: () => key("events", "latest"),
    dead: (total?: number) => key("events", "dead", total),
  },
  /** Lists that people refresh by hand, so that no row moves under the cursor. No event touches them. */
  explorer: {
    all: () => ["explorer"] as QueryKey,
    feedback: (query?: object) => key("explorer", "feedback", query),
    similar: (text?: string) => key("explorer", "similar", text),
    evaluations: (standing?: string, search?: string) => key("explorer", "evaluations", standing, search),
    clusters: (order?: string, minSize?: number) => key("explorer", "clusters", order, minSize),
    members: (cluster?: string) => key("explorer", "members", cluster),
  },
  feedback: { one: (id?: string) => key("feedback", "one", id) },
  gates: { list: () => key("gates", "list") },
  invitations: {
    list: () => key("invitations", "list"),
    one: (secret?: string) => key("invitations", "one", secret),
  },
  lint: {
    comment: (text?: string) => key("lint", "comment", text),
    rule: (body?: object) => key("lint", "rule", body),
  },
  loop: {
    all: () => ["loop"] as QueryKey,
    sheet: (until?: string, agent?: string) => key("loop", "sheet", until, agent),
    mistakes: (until?: string, days?: number, agent?: string) => key("loop", "mistakes", until, days, agent),
    day: (day?: string, agent?: string, person?: string) => key("loop", "day", day, agent, person),
    start: () => key("loop", "start"),
  },
  palette: {
    rules: () => key("palette", "rules"),
    agents: () => key("palette", "agents"),
    feedback: (text?: string) => key("palette", "feedback", text),
    commit: (text?: string) => key("palette", "commit", text),
  },
  people: { list: () => key("people", "list"), alone: () => key("people", "alone") },
  proposals: {
    all: () => ["proposals"] as QueryKey,
    queue: () => key("proposals", "queue"),
    one: (rule?: string) => key("proposals", "one", rule),
    replay: (rule?: string, commits?: number) => key("proposals", "replay", rule, commits),
  },
  rollouts: {
    all: () => ["rollouts"] as QueryKey,
    list: () => key("rollouts", "list"),
    one: (id?: string) => key("rollouts", "one", id),
    health: (window?: string) => key("rollouts", "health", window),
  },
  rules: {
    all: () => ["rules"] as QueryKey,
    list: () => key("rules", "list"),
    decided: () => key("rules", "decided"),
    ofAgent: (agent?: string) => key("rules", "ofAgent", agent),
    prompt: (agent?: string) => key("rules", "prompt", agent),
    promptMoments: (agent?: string) => key("rules", "promptMoments", agent),
    budget: (agent?: string) => key("rules", "budget", agent),
    one: (id?: string) => key("rules", "one", id),
    history: (id?: string) => key("rules", "history", id),
    effect: (id?: string) => key("rules", "effect", id),
    timeline: (id?: string) => key("rules", "timeline", id),
  },
  session: { current: () => key("session", "current"), methods: () => key("session", "methods") },
  settings: { current: () => key("settings", "current") },
  submissions: {
    list: (query?: object, view?: string) => key("submissions", "list", query, view),
    similar: (query?: object, page?: string) => key("submissions", "similar", query, page),
    counts: () => key("submissions", "counts"),
    queue: (gate?: string, agent?: string) => key("submissions", "queue", gate, agent),
    one: (id?: string) => key("submissions", "one", id),
    gone: (id?: string) => key("submissions", "gone", id),
    similarDecisions: (id?: string) => key("submissions", "similarDecisions", id),
  },
  tasks: {
    all: () => ["tasks"] as QueryKey,
    list: (agent?: string) => key("tasks", "list", agent),
    one: (task?: string, agent?: string) => key("tasks", "one", task, agent),
  },
  tokens: { list: () => key("tokens", "list"), ofAgents: () => key("tokens", "ofAgents") },
  trials: {
    all: () => ["trials"] as QueryKey,
    list: (state?: string) => key("trials", "list", state),
    one: (id?: string) => key("trials", "one", id),
    sunset: () => key("trials", "sunset"),
    ofRule: (rule?: string) => key("trials", "ofRule", rule),
  },
  try: {
    review: (body?: object) => key("try", "review", body),
    comment: (text?: string) => key("try", "comment", text),
    signal: (text?: string, exitCode?: number) => key("try", "signal", text, exitCode),
    refine: (prompt?: string, feedback?: string, hints?: object) =>
      key("try", "refine", prompt, feedback, hints),
  },
};
