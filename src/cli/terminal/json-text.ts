/** What `--json` prints. */
export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
