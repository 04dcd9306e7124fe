import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { logOut, may, sessionQuery } from "../api/session.ts";
import { openHelp } from "./overlay-state.ts";
import { PAGES } from "./pages.ts";
import { toggleTheme } from "./toggle-theme.ts";

/** Something that the palette can open or do. */
export interface Found {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  /** Keys that do the same. */
  readonly keys?: string;
  readonly go: () => void;
}

interface Action extends Omit<Found, "kind"> {
  /** Other words that people may type for it. */
  readonly words?: string;
  readonly isOffered?: boolean;
}

/** Pages and actions whose names contain every word; all pages if nothing was typed. */
export function usePagesAndActions(text: string): readonly Found[] {
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const pages: Action[] = PAGES.map(({ to, label, keys }) => ({
    id: `page ${to}`,
    label,
    keys,
    go: () => void navigate({ to }),
  }));
  const actions: Action[] = [
    {
      id: "connect",
      label: "Connect an agent",
      words: "welcome start token mcp",
      isOffered: may(session, "read"),
      go: () => void navigate({ to: "/", search: { welcome: "yes" } }),
    },
    {
      id: "invite",
      label: "Invite somebody",
      words: "people colleague link token",
      isOffered: may(session, "administer"),
      go: () => void navigate({ to: "/settings", search: { tab: "people", invite: "yes" } }),
    },
    { id: "theme", label: "Switch light and dark", words: "theme mode", keys: "D", go: toggleTheme },
    { id: "help", label: "Keys and marks", words: "shortcuts help", keys: "?", go: openHelp },
    {
      id: "docs",
      label: "Docs",
      words: "documentation guides help reference",
      go: () => location.assign("/docs/"),
    },
    {
      id: "reference",
      label: "API reference",
      words: "docs documentation openapi",
      go: () => location.assign("/docs/reference/api.html"),
    },
    { id: "leave", label: "Log out", words: "sign", go: () => void logOut() },
  ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ label, words: others = "", isOffered = true }: Action): boolean => {
    const said = `${label} ${others}`.toLowerCase();
    return isOffered && words.every((word) => said.includes(word));
  };
  return [
    ...pages.filter(isFound).map((page) => ({ ...page, kind: "page" })),
    ...(words.length === 0 ? [] : actions.filter(isFound).map((action) => ({ ...action, kind: "action" }))),
  ];
}
