/** In bytes of UTF-8; of what an agent hands in, and of what a person makes of it. */
export const MAX_OUTPUT = 1_048_576;
/** In UTF-16 code units, as all below. */
export const MAX_TITLE = 300;
export const MAX_FILES = 500;
export const MAX_EXCERPT = 1_000;
/** A year: nobody reads longer, and a clock that was set wrong should not count. */
export const MAX_DURATION_SECONDS = 31_536_000;
/** More problems than these do not help whoever mends the input. */
export const MAX_PROBLEMS = 20;
