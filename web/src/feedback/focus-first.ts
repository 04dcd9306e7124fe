/** React does not render `autofocus`, which showModal() needs. */
export const focusFirst = (element: HTMLElement | null): void => element?.setAttribute("autofocus", "");
