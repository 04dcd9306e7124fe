import { diffLines } from "./diff.ts";
import { DiffRow } from "./diff-row.tsx";
import { VisibleText } from "../components/visible-text.tsx";

/** So much around a change is shown. */
const AROUND = 3;

/** What a person made of a text, in red pencil; long stretches that stayed are left out. */
export function PencilView({
  original,
  text,
  firstLine,
}: {
  readonly original: string;
  readonly text: string;
  readonly firstLine: number;
}) {
  const steps = diffLines(original.split("\n"), text.split("\n"));
  let before = firstLine;
  let after = firstLine;
  const rows = steps.map(({ kind, text: line }) => ({
    kind,
    line,
    before: kind === "added" ? null : before++,
    after: kind === "removed" ? null : after++,
  }));
  const isNear = (at: number): boolean =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same");
  let hidden = 0;
  return rows.map(({ kind, line, ...numbers }, at) => {
    if (!isNear(at)) {
      hidden += 1;
      const isLast = at === rows.length - 1 || isNear(at + 1);
      if (!isLast) return null;
      const left = hidden;
      hidden = 0;
      return <LinesTheSame key={at} lines={left} />;
    }
    return (
      <DiffRow key={at} kind={kind === "same" ? "same" : kind === "added" ? "put" : "struck"} {...numbers}>
        <VisibleText text={line} />
      </DiffRow>
    );
  });
}

function LinesTheSame({ lines }: { readonly lines: number }) {
  return (
    <p className="py-1 pl-5 text-meta text-ink-3 one:pl-[68px]">
      {lines === 1 ? "1 line the same" : `${lines} lines the same`}
    </p>
  );
}
