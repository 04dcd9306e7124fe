export const SUBMIT_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘↵" : "ctrl ↵";
