import type { LiveEvent } from "../api/stale-by-event.ts";

export function eventLink({
  type,
  subject,
}: LiveEvent):
  | { readonly to: "/feedback/$feedback"; readonly params: { readonly feedback: string } }
  | { readonly to: "/rules/$rule"; readonly params: { readonly rule: string } }
  | { readonly to: "/inbox/$submission"; readonly params: { readonly submission: string } }
  | { readonly to: "/clusters/$cluster"; readonly params: { readonly cluster: string } }
  | undefined {
  const [, resource = ""] = type.split(".");
  switch (resource) {
    case "feedback":
    case "evaluation":
      return { to: "/feedback/$feedback", params: { feedback: subject } };
    case "rule":
      return { to: "/rules/$rule", params: { rule: subject } };
    case "submission":
      return { to: "/inbox/$submission", params: { submission: subject } };
    case "cluster":
      return { to: "/clusters/$cluster", params: { cluster: subject } };
    default:
      return undefined;
  }
}

/** `emend.rule.changed` → `Rule changed`. */
export function formatEvent({ type }: LiveEvent): string {
  if (type === "reset") return "Some events were missed";
  const label = type.replace(/^emend\./, "").replaceAll(/[._]/g, " ");
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}
