import type { Search } from "../router.tsx";
import { defined, orUndefined } from "../lib/defined.ts";

const VIEWS = ["waiting", "past-due", "decided"] as const;
export type InboxView = (typeof VIEWS)[number];

export interface InboxFilter {
  readonly view: InboxView;
  readonly gate?: string | undefined;
  readonly agent?: string | undefined;
  readonly text?: string | undefined;
}

const isView = (view: string | undefined): view is InboxView => VIEWS.some((known) => known === view);

export const readFilter = ({ view, gate, agent, words }: Search): InboxFilter => ({
  view: isView(view) ? view : "waiting",
  gate: orUndefined(gate),
  agent: orUndefined(agent),
  text: words?.trim() === "" ? undefined : words,
});

export const toSearch = ({ view, gate, agent, text }: InboxFilter): Search =>
  defined({
    view: view === "waiting" ? undefined : view,
    gate,
    agent,
    words: text === "" ? undefined : text,
  });

export const isNarrowed = ({ gate, agent, text }: InboxFilter): boolean =>
  gate !== undefined || agent !== undefined || text !== undefined;
