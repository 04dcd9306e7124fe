import { Link, useLocation } from "@tanstack/react-router";
import { MORE_PAGES } from "./pages.ts";

export function MoreMenu() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const here = MORE_PAGES.find(({ to }) => path.startsWith(to));
  return (
    <div
      className={`relative flex items-stretch border-y-2 border-transparent ${here === undefined ? "" : "border-b-ink"}`}
    >
      <button
        type="button"
        popoverTarget="more-places"
        aria-label={here === undefined ? "More" : `More; ${here.label} is open`}
        className={`more-button flex items-center gap-1 ${here === undefined ? "text-ink-2 hover:text-ink" : "font-semibold"}`}
      >
        {here?.label ?? "More"}
        <svg
          width="14"
          height="14"
          viewBox="0 0 16 16"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.500"
        >
          <path d="m4 6 4 4 4-4" />
        </svg>
      </button>
      <ul
        id="more-places"
        popover="auto"
        className="more-places rounded-box border border-edge bg-sheet py-1 text-ink"
      >
        {MORE_PAGES.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="plain-link block px-4 py-2 hover:bg-sunk aria-[current=page]:font-semibold"
              onClick={() => document.getElementById("more-places")?.hidePopover()}
            >
              {label}
            </Link>
          </li>
        ))}
        <li className="mt-1 border-t border-hair pt-1">
          <a href="/docs/" className="plain-link block px-4 py-2 hover:bg-sunk">
            Docs
          </a>
        </li>
      </ul>
    </div>
  );
}
