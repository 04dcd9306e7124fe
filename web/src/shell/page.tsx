import { type ReactNode, useEffect } from "react";

/** Index, sheet and margin. On narrow screens the margin moves below the sheet and the index becomes one line. */
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
  readonly title: string;
  readonly heading?: ReactNode;
  readonly standfirst?: ReactNode;
  readonly index?: ReactNode;
  readonly margin?: ReactNode;
  readonly foot?: ReactNode;
  readonly wideIndex?: boolean;
  readonly children: ReactNode;
}) {
  useTitle(title);
  const columns =
    index === undefined
      ? margin === undefined
        ? "md:grid-cols-[minmax(0,1fr)]"
        : "lg:grid-cols-[minmax(0,1fr)_400px]"
      : margin === undefined
        ? "md:grid-cols-[212px_minmax(0,1fr)]"
        : wideIndex
          ? "md:grid-cols-[300px_minmax(0,1fr)] lg:grid-cols-[300px_minmax(0,1fr)_324px]"
          : "md:grid-cols-[212px_minmax(0,1fr)] lg:grid-cols-[212px_minmax(0,1fr)_340px]";
  return (
    <>
      <div
        className={`grid flex-1 grid-cols-[minmax(0,1fr)] ${index === undefined ? "" : "max-md:grid-rows-[auto_1fr]"} ${columns}`}
      >
        {index === undefined ? null : (
          <aside
            aria-label="Views"
            className={`border-hair-2 px-5 py-6 max-md:overflow-x-auto max-md:border-b max-md:py-2 ${
              wideIndex
                ? "md:sticky md:top-12 md:max-h-[calc(100dvh-101px)] md:self-start md:overflow-y-auto"
                : // One line, so that a list that comes later moves nothing.
                  "max-md:flex max-md:items-center max-md:gap-6"
            }`}
          >
            {index}
          </aside>
        )}
        <main id="main" tabIndex={-1} className="min-w-0 bg-sheet outline-none md:border-x md:border-hair-2">
          <div className="h-full max-w-[1100px]">
            {heading === undefined && standfirst === undefined ? null : (
              <header className="px-5 pt-6 pb-4 md:pl-[68px]">
                <h1 className="serif text-title">{heading ?? title}</h1>
                {standfirst === undefined ? null : <p className="mt-1 text-row text-ink-2">{standfirst}</p>}
              </header>
            )}
            {children}
          </div>
        </main>
        {margin === undefined ? null : (
          <aside
            aria-label="Details"
            className="min-w-0 px-6 py-6 max-lg:border-t max-lg:border-hair-2 md:max-lg:col-span-full"
          >
            {margin}
          </aside>
        )}
      </div>
      {foot === undefined ? null : (
        <footer className="sticky bottom-0 z-10 border-t max-md:bottom-11 border-hair-2 bg-desk px-5 py-2 max-md:has-data-idle:border-0 max-md:has-data-idle:py-0">
          {foot}
        </footer>
      )}
    </>
  );
}

export function IndexList({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <nav
      aria-label={title}
      className="mb-6 max-md:mb-0 max-md:flex max-md:shrink-0 max-md:items-baseline max-md:gap-4"
    >
      <h2 className="serif mb-1 text-base italic max-md:mb-0">{title}</h2>
      <ul className="max-md:flex max-md:gap-4">{children}</ul>
    </nav>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Emend`;
  }, [title]);
}
