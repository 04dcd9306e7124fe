import { bandOf } from "./rates.ts";

const at = (share: number): string => `${2 + share * 96}%`;

/** An approval rate between nothing and all, with its 95 % band; the sentence stands beside it. */
export function RateBand({ approved, decided }: { readonly approved: number; readonly decided: number }) {
  const band = bandOf(approved, decided);
  return (
    <svg width="100%" height="22" aria-hidden="true" className="block">
      <line x1={at(0)} x2={at(1)} y1="11" y2="11" className="stroke-hair-2" />
      {[0, 0.5, 1].map((share) => (
        <line key={share} x1={at(share)} x2={at(share)} y1="7" y2="15" className="stroke-hair-2" />
      ))}
      {band === undefined ? null : (
        <>
          <rect
            x={at(band.low)}
            width={`${(band.high - band.low) * 96}%`}
            y="7"
            height="8"
            className="fill-edge opacity-45"
          />
          <circle cx={at(approved / decided)} cy="11" r="4" className="fill-ink" />
        </>
      )}
    </svg>
  );
}
