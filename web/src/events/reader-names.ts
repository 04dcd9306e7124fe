/** What Emend's own readers do with what they read. */
const OWN: Readonly<Record<string, string>> = {
  "emend-decisions": "Takes in decisions that others publish",
  "emend-learn": "Learns from what is recorded",
};

export const readerName = (group: string, endpoint: string | null): string =>
  endpoint === null ? (OWN[group] ?? group) : `Tells ${endpoint}`;
