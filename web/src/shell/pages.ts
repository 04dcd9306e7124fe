export const PAGES = [
  { to: "/", label: "Home", keys: "g h" },
  { to: "/inbox", label: "Inbox", keys: "g i" },
  { to: "/proposals", label: "Proposals", keys: "g p" },
  { to: "/rules", label: "Rules", keys: "g r" },
  { to: "/agents", label: "Agents", keys: "g a" },
  { to: "/feedback", label: "Feedback", keys: "g f" },
  { to: "/trials", label: "Trials", keys: "g l" },
  { to: "/try", label: "Try it", keys: "g t" },
  { to: "/rollouts", label: "Rollouts", keys: "g o" },
  { to: "/events", label: "Events", keys: "g e" },
  { to: "/audit", label: "Audit", keys: "g u" },
  { to: "/settings", label: "Settings", keys: "g s" },
] as const;

/** Shown in the masthead; the others are in its More menu. */
export const MAIN_PAGES = PAGES.slice(0, 6);
export const MORE_PAGES = PAGES.slice(6);
