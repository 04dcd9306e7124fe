import { type ReactNode, useEffect } from "react";

/**
 * A page: an index at the left, a sheet, a margin at the right. The margin goes below the sheet where there is no room, and the
 * index becomes a line.
 */
export function Page({
  title,
  heading,
  standfirst,
  index,
  margin,
  foot,
  wideIndex = false,
  children,
}: {
  /** In the browser's tab. */
  readonly title: string;
  /** In the sheet, where that is another. */
  readonly heading?: ReactNode;
  readonly standfirst?: ReactNode;
  readonly index?: ReactNode;
  readonly margin?: ReactNode;
  /** The bar at the foot: keys, or the decision. */
  readonly foot?: ReactNode;
  /** Where the index holds texts to read; it keeps its place beside the sheet and is scrolled by itself. */
  readonly wideIndex?: boolean;
  readonly children: ReactNode;
}) {
  useTitle(title);
  const columns =
    index === undefined
      ? margin === undefined
        ? "one:grid-cols-[minmax(0,1fr)]"
        : "two:grid-cols-[minmax(0,1fr)_400px]"
      : margin === undefined
        ? "one:grid-cols-[212px_minmax(0,1fr)]"
        : wideIndex
          ? "one:grid-cols-[300px_minmax(0,1fr)] two:grid-cols-[300px_minmax(0,1fr)_324px]"
          : "one:grid-cols-[212px_minmax(0,1fr)] two:grid-cols-[212px_minmax(0,1fr)_340px]";
  return (
    <>
      <div className={`grid flex-1 grid-cols-[minmax(0,1fr)] ${columns}`}>
        {index === undefined ? null : (
          <aside
            aria-label="Views"
            className={`border-hair-2 px-5 py-6 max-one:overflow-x-auto max-one:border-b max-one:py-3 ${
              wideIndex
                ? "one:sticky one:top-12 one:max-h-[calc(100dvh-101px)] one:self-start one:overflow-y-auto"
                : ""
            }`}
          >
            {index}
          </aside>
        )}
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 bg-sheet outline-none one:border-x one:border-hair-2"
        >
          <div className="h-full max-w-[1100px]">
            {heading === undefined && standfirst === undefined ? null : (
              <header className="px-5 pt-6 pb-4 one:pl-[68px]">
                <h1 className="serif text-title">{heading ?? title}</h1>
                {standfirst === undefined ? null : <p className="mt-1 text-row text-ink-2">{standfirst}</p>}
              </header>
            )}
            {children}
          </div>
        </main>
        {margin === undefined ? null : (
          <aside
            aria-label="Beside it"
            className="min-w-0 px-6 py-6 max-two:border-t max-two:border-hair-2 one:max-two:col-span-full"
          >
            {margin}
          </aside>
        )}
      </div>
      {foot === undefined ? null : (
        <footer className="sticky bottom-0 z-10 border-t max-one:bottom-11 border-hair-2 bg-desk px-5 py-2">
          {foot}
        </footer>
      )}
    </>
  );
}

/** A list of links in the index, each with its number. */
export function IndexList({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={title} className="mb-6 max-one:mb-0 max-one:flex max-one:items-baseline max-one:gap-4">
      <h2 className="serif mb-1 text-base italic max-one:mb-0">{title}</h2>
      <ul className="max-one:flex max-one:gap-4">{children}</ul>
    </nav>
  );
}

/** What the browser's tab says. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Emend`;
  }, [title]);
}
