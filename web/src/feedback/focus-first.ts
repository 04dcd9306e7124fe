/** A dialog that opens gives its focus to what has the attribute, which React does not write. */
export const focusFirst = (element: HTMLElement | null): void => element?.setAttribute("autofocus", "");
