/** The keys that send: by machine. */
export const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘↵" : "ctrl ↵";
