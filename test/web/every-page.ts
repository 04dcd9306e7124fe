import { readFileSync } from "node:fs";

/** Asks the API for JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- each address has its own answer
type Ask = (path: string) => Promise<any>;

export interface AppPage {
  readonly name: string;
  readonly path: string;
}

/** Views that have no route of their own. */
const VIEWS: readonly AppPage[] = [
  { name: "welcome", path: "/?welcome=yes" },
  { name: "feedback-by-meaning", path: "/feedback?by=meaning" },
  { name: "feedback-resolve", path: "/feedback?view=ambiguous" },
  { name: "feedback-edge-cases", path: "/feedback?view=edge" },
  { name: "feedback-recurs", path: "/feedback?view=recurs" },
  { name: "settings-gates", path: "/settings?tab=gates" },
  { name: "settings-thresholds", path: "/settings?tab=thresholds" },
  { name: "settings-integrations", path: "/settings?tab=integrations" },
  { name: "settings-me", path: "/settings?tab=me" },
  { name: "not-found", path: "/nowhere" },
];

/** What stands for each parameter of a route; undefined if the store has none. */
const EXAMPLES: Readonly<Record<string, (ask: Ask) => Promise<string | undefined>>> = {
  submission: async (ask) => (await ask("submissions?limit=1")).items[0]?.id,
  rule: async (ask) =>
    (await ask("rules?limit=100")).items.find((each: { status: string }) => each.status === "active")?.id,
  agent: async (ask) => (await ask("agents?limit=1&window=90d")).agents[0]?.agent,
  task: async () => "pr-1",
  trial: async (ask) => (await ask("trials?limit=1")).items[0]?.id,
  // An agent's run on a pull request is called like its commit.
  commit: async (ask) =>
    (await ask("feedback?limit=200")).items
      .map((each: { run?: string }) => each.run)
      .find((run?: string) => /^[0-9a-f]{40}$/.test(run ?? "")) ?? "0123456789abcdef0123456789abcdef01234567",
  feedback: async (ask) => (await ask("feedback?limit=1")).items[0]?.id,
  cluster: async (ask) => (await ask("clusters?limit=1")).items[0]?.id,
};

/** Every page of the app, from its route table, so that no page is forgotten. Fails for a route with an unknown parameter. */
export async function everyPage(ask: Ask): Promise<readonly AppPage[]> {
  const table = readFileSync(new URL("../../web/src/router.tsx", import.meta.url), "utf8");
  const routes = [...table.matchAll(/^ {2}page\(\s*(?:"([^"]+)"|INVITE_PATH)/gm)].map(
    ([, path = "/invite"]) => path,
  );
  const count = [...table.matchAll(/^ {2}page\(/gm)].length;
  if (routes.length !== count || count < 15) throw new Error("the route table is not written as expected");
  const pages: AppPage[] = [];
  for (const route of routes) {
    let path: string | undefined = route;
    for (const [whole, parameter] of route.matchAll(/\$(\w+)/g)) {
      const find = EXAMPLES[parameter!];
      if (find === undefined) throw new Error(`${route}: add an example of ${parameter} to every-page.ts`);
      const value = await find(ask);
      path = value === undefined ? undefined : path?.replace(whole, encodeURIComponent(value));
    }
    if (path !== undefined) pages.push({ name: nameOf(route), path });
  }
  return [...pages, ...VIEWS];
}

/** `/rules/$rule` is called `rules-rule`. */
const nameOf = (route: string): string =>
  route === "/" ? "home" : route.slice(1).replaceAll("$", "").replaceAll("/", "-");
