/** Everywhere one can go, for menus, the palette and keys. */
export const PLACES = [
  { to: "/inbox", label: "Inbox", keys: "g i" },
  { to: "/proposals", label: "Proposals", keys: "g p" },
  { to: "/rules", label: "Rules", keys: "g r" },
  { to: "/agents", label: "Agents", keys: "g a" },
  { to: "/feedback", label: "Feedback", keys: "g f" },
  { to: "/try", label: "Try it", keys: "g t" },
  { to: "/rollouts", label: "Rollouts", keys: "g o" },
  { to: "/events", label: "Events", keys: "g e" },
  { to: "/audit", label: "Audit", keys: "g u" },
  { to: "/settings", label: "Settings", keys: "g s" },
] as const;

/** Those that have no place of their own in the masthead. */
export const MORE = PLACES.slice(6);
