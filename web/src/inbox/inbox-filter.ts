import type { Search } from "../router.tsx";
import { defined, orUndefined } from "../lib/defined.ts";

const VIEWS = ["waiting", "past-due", "decided"] as const;
export type InboxView = (typeof VIEWS)[number];

/** What of the inbox is shown; it lives in the address. */
export interface InboxFilter {
  readonly view: InboxView;
  readonly gate?: string | undefined;
  readonly agent?: string | undefined;
  /** Stand in the title, the agent's name or a path, whatever the case. */
  readonly words?: string | undefined;
}

const isView = (view: string | undefined): view is InboxView => VIEWS.some((known) => known === view);

export const readFilter = ({ view, gate, agent, words }: Search): InboxFilter => ({
  view: isView(view) ? view : "waiting",
  gate: orUndefined(gate),
  agent: orUndefined(agent),
  words: words?.trim() === "" ? undefined : words,
});

/** The usual view is left out, so that the plain address is the plain inbox. */
export const toSearch = ({ view, gate, agent, words }: InboxFilter): Search =>
  defined({
    view: view === "waiting" ? undefined : view,
    gate,
    agent,
    words: words === "" ? undefined : words,
  });

export const isNarrowed = ({ gate, agent, words }: InboxFilter): boolean =>
  gate !== undefined || agent !== undefined || words !== undefined;
