import type { ReactNode } from "react";

export function Section({
  title,
  end,
  children,
  level = 2,
}: {
  readonly title: ReactNode;
  readonly end?: ReactNode;
  readonly children: ReactNode;
  readonly level?: 2 | 3;
}) {
  const Head = level === 2 ? "h2" : "h3";
  return (
    <section className="border-t border-hair-2 pt-3 pb-6">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <Head className="serif text-rule italic">{title}</Head>
        {end === undefined ? null : <div className="text-meta text-ink-3">{end}</div>}
      </div>
      {children}
    </section>
  );
}

export function Tag({ children, on = false }: { readonly children: ReactNode; readonly on?: boolean }) {
  return (
    <span
      className={`inline-block rounded-tag border px-2 py-0.5 text-meta ${on ? "border-ink border-b-2 bg-sheet font-medium text-ink" : "border-edge text-ink-2"}`}
    >
      {children}
    </span>
  );
}
