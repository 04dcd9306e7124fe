import { type ReactNode, useEffect, useRef } from "react";

export function Dialog({
  title,
  close,
  children,
  wide = false,
}: {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
      className={`m-auto mt-[12vh] max-h-[76vh] w-[calc(100vw-32px)] overflow-auto rounded-box border border-edge bg-sheet p-0 text-ink backdrop:bg-ink/30 ${wide ? "max-w-[760px]" : "max-w-[560px]"}`}
    >
      <div className="p-5">
        <h2 className="serif mb-3 text-note">{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
