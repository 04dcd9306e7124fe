import type { Search } from "../router.tsx";

const VIEWS = ["waiting", "past-due", "decided"] as const;
export type InboxView = (typeof VIEWS)[number];

/** What of the inbox is shown; it lives in the address. */
export interface InboxFilter {
  readonly view: InboxView;
  readonly gate?: string;
  readonly agent?: string;
  /** Stand in the title, the agent's name or a path, whatever the case. */
  readonly words?: string;
}

const isView = (view: string | undefined): view is InboxView => VIEWS.some((known) => known === view);

export const readFilter = ({ view, gate, agent, words }: Search): InboxFilter => ({
  view: isView(view) ? view : "waiting",
  ...(gate === undefined || gate === "" ? {} : { gate }),
  ...(agent === undefined || agent === "" ? {} : { agent }),
  ...(words === undefined || words.trim() === "" ? {} : { words }),
});

/** The usual view is left out, so that the plain address is the plain inbox. */
export const toSearch = ({ view, gate, agent, words }: InboxFilter): Search => ({
  ...(view === "waiting" ? {} : { view }),
  ...(gate === undefined ? {} : { gate }),
  ...(agent === undefined ? {} : { agent }),
  ...(words === undefined || words === "" ? {} : { words }),
});

export const isNarrowed = ({ gate, agent, words }: InboxFilter): boolean =>
  gate !== undefined || agent !== undefined || words !== undefined;
