import { toggleTheme } from "./toggle-theme.ts";

export function ThemeToggle() {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      className="flex size-8 items-center justify-center text-ink-2 hover:text-ink"
      onClick={toggleTheme}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.500"
      >
        <circle cx="8" cy="8" r="5.500" />
        <path d="M8 2.500a5.500 5.500 0 0 1 0 11z" fill="currentColor" stroke="none" />
      </svg>
    </button>
  );
}
