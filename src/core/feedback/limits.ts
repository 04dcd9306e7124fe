/** How much of what a source says one record holds, in UTF-16 code units; a record stays below 256 Ki of them. */
export const MAX_ID = 256;
export const MAX_EVENT_ID = 640;
export const MAX_PATH = 1_024;
export const MAX_TEXT = 16_384;
export const MAX_DIFF = 65_536;
export const MAX_SUMMARY = 600;
export const MAX_SIMILARITY_TEXT = 2_000;
export const MAX_TAGS = 64;
export const MAX_TAG = 128;
export const MAX_ORIGINAL = 65_536;
export const MAX_EXCERPT = 4_096;

/** One input gives at most this many records; what is beyond is counted in a diagnostic. */
export const MAX_RECORDS = 100_000;
/** One input gives at most this many diagnostics, and one more that counts the rest. */
export const MAX_DIAGNOSTICS = 200;
/** No file has more lines; a larger number is no line. */
export const MAX_LINE = 2_147_483_647;
