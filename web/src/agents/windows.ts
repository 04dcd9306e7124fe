import type { Search } from "../router.tsx";

export const WINDOWS = [
  { name: "24h", label: "24 hours", trend: { window: "48h", bucket: "hour" } },
  { name: "7d", label: "7 days", trend: { window: "14d", bucket: "day" } },
  { name: "30d", label: "30 days", trend: { window: "84d", bucket: "week" } },
] as const;

export type Window = (typeof WINDOWS)[number];

const USUAL: Window = WINDOWS[1];

export const windowIn = (search: Search): Window =>
  WINDOWS.find(({ name }) => name === search["window"]) ?? USUAL;

export const windowSearch = ({ name }: Window): Search => (name === USUAL.name ? {} : { window: name });

export const nextWindow = (window: Window): Window =>
  WINDOWS[(WINDOWS.indexOf(window) + 1) % WINDOWS.length] ?? USUAL;
