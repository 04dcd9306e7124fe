import { expect, it } from "vitest";
import { parseTraceparent } from "./request-middleware.ts";

const T = "0af7651916cd43dd8448eb211c80319c";
const S = "b7ad6b7169203331";

it.each([
  { why: "a sampled parent", header: `00-${T}-${S}-01`, sampled: true },
  { why: "a parent that is not sampled", header: `00-${T}-${S}-00`, sampled: false },
  { why: "unknown flags", header: `00-${T}-${S}-03`, sampled: true },
  {
    why: "a future version with more fields",
    header: `cc-${T}-${S}-01-what-the-future-holds`,
    sampled: true,
  },
  { why: "blanks around it", header: `  00-${T}-${S}-01 `, sampled: true },
])("reads $why", ({ header, sampled }) => {
  expect(parseTraceparent(header)).toEqual({ traceId: T, spanId: S, sampled });
});

it.each([
  { why: "nothing", header: undefined },
  { why: "garbage", header: "garbage" },
  { why: "the forbidden version", header: `ff-${T}-${S}-01` },
  { why: "extra fields in version 00", header: `00-${T}-${S}-01-more` },
  { why: "a trace of zeros", header: `00-${"0".repeat(32)}-${S}-01` },
  { why: "a span of zeros", header: `00-${T}-${"0".repeat(16)}-01` },
  { why: "capitals", header: `00-${T.toUpperCase()}-${S}-01` },
  { why: "a megabyte", header: `cc-${T}-${S}-01-${"x".repeat(1_000_000)}` },
])("ignores $why", ({ header }) => {
  expect(parseTraceparent(header)).toBeUndefined();
});
