/** The line by which a file that is ours as a whole is known. */
export const FILE_MARKER = "<!-- emend:file -->";

/** Whether the file is ours as a whole; only such files are overwritten and removed. */
export const isManagedFile = (text: string): boolean => /^<!-- emend:file -->\r?$/m.test(text);

/** A whole file in the line ends that it has on disk, which a checkout may have changed. */
export const inLineEndsOf = (text: string, existing: string | null): string =>
  existing !== null && /^[^\n]{0,999}\r\n/.test(existing) ? text.replaceAll("\n", "\r\n") : text;
