import { expect, it } from "vitest";
import { readTraceparent } from "./frame-request.ts";

const T = "0af7651916cd43dd8448eb211c80319c";
const S = "b7ad6b7169203331";

it.each([
  { why: "a sampled parent", header: `00-${T}-${S}-01`, sampled: true },
  { why: "one that nobody records", header: `00-${T}-${S}-00`, sampled: false },
  { why: "flags of the future", header: `00-${T}-${S}-03`, sampled: true },
  {
    why: "a version to come, with more behind",
    header: `cc-${T}-${S}-01-what-the-future-holds`,
    sampled: true,
  },
  { why: "blanks around it", header: `  00-${T}-${S}-01 `, sampled: true },
])("reads $why", ({ header, sampled }) => {
  expect(readTraceparent(header)).toEqual({ traceId: T, spanId: S, sampled });
});

it.each([
  { why: "nothing", header: undefined },
  { why: "no form at all", header: "garbage" },
  { why: "the version that there is not", header: `ff-${T}-${S}-01` },
  { why: "more than version 00 has", header: `00-${T}-${S}-01-more` },
  { why: "a trace of zeros", header: `00-${"0".repeat(32)}-${S}-01` },
  { why: "a span of zeros", header: `00-${T}-${"0".repeat(16)}-01` },
  { why: "capitals", header: `00-${T.toUpperCase()}-${S}-01` },
  { why: "a megabyte", header: `cc-${T}-${S}-01-${"x".repeat(1_000_000)}` },
])("takes $why for none", ({ header }) => {
  expect(readTraceparent(header)).toBeUndefined();
});
