import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

export const linear =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    from === to ? start : start + ((value - from) / (to - from)) * (end - start);

export interface PlotTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/**
 * An SVG with a text alternative and a data table. It is drawn at the available width and never scaled, so that its
 * labels keep their size.
 */
export function Plot({
  label,
  height,
  table,
  children,
}: {
  readonly label: string;
  readonly height: number;
  readonly table: PlotTable;
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
  return (
    <figure>
      <div ref={box}>
        {width === 0 ? (
          <div style={{ height }} />
        ) : (
          <svg
            role="img"
            aria-label={label}
            width={width}
            height={height}
            className="block text-meta"
            fontSize="12"
          >
            {children(width)}
          </svg>
        )}
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
