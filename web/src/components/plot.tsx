import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

export const linear =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    from === to ? start : start + ((value - from) / (to - from)) * (end - start);

export interface PlotTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Before the first measurement. */
const USUAL_WIDTH = 640;

/**
 * An SVG with a text alternative and a data table. It is drawn at the available width and never scaled, so that its
 * labels keep their size.
 */
export function Plot({
  label,
  height,
  table,
  over,
  children,
}: {
  readonly label: string;
  /** If it depends on the width, a function of it. */
  readonly height: number | ((width: number) => number);
  readonly table: PlotTable;
  /** Links and controls on top of the drawing, which is one image to a screen reader. */
  readonly over?: (width: number) => ReactNode;
  readonly children: (width: number) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const shown = box.current;
    if (shown === null) return;
    setWidth(shown.clientWidth);
    const watch = new ResizeObserver(() => setWidth(shown.clientWidth));
    watch.observe(shown);
    return () => watch.disconnect();
  }, []);
  const tall = typeof height === "number" ? height : height(width === 0 ? USUAL_WIDTH : width);
  return (
    <figure>
      <div ref={box} className="relative">
        {width === 0 ? (
          <div style={{ height: tall }} />
        ) : (
          <svg
            role="img"
            aria-label={label}
            width={width}
            height={tall}
            className="block text-meta"
            fontSize="12"
          >
            {children(width)}
          </svg>
        )}
        {width === 0 ? null : over?.(width)}
      </div>
      <details className="mt-1 text-meta text-ink-2">
        <summary className="quiet cursor-pointer py-1">As a table</summary>
        <div
          className="mt-2 max-h-80 overflow-auto"
          tabIndex={0}
          role="region"
          aria-label={`${label} As a table`}
        >
          <table className="w-full">
            <thead>
              <tr>
                {table.head.map((name) => (
                  <th key={name} scope="col" className="border-b border-hair-2 py-1 pr-3">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((cells, at) => (
                <tr key={at}>
                  {cells.map((cell, column) => (
                    <td key={column} className="border-b border-hair py-1 pr-3">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
