import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

export const ExplorerSlots = createContext<{
  readonly margin: HTMLElement | null;
  readonly note: HTMLElement | null;
  readonly arrived: HTMLElement | null;
}>({ margin: null, note: null, arrived: null });

export function InSlot({
  name,
  children,
}: {
  readonly name: "margin" | "note" | "arrived";
  readonly children: ReactNode;
}) {
  const slot = useContext(ExplorerSlots)[name];
  return slot === null ? null : createPortal(children, slot);
}
