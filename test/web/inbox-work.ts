import type { HandedIn } from "./hand-in.ts";

/** An afternoon's work at the gates, and how many minutes ago each was handed in. */
export const AFTERNOON: readonly (HandedIn & { readonly minutes: number })[] = [
  {
    agent: "rio",
    gate: "Before merge",
    title: "Move the rate limits into the gateway's settings",
    format: "diff",
    output:
      "--- a/src/limits.ts\n+++ b/src/limits.ts\n@@ -1,2 +1,2 @@\n-const limit = 40;\n+const limit = settings.limit;\n",
    files: ["src/limits.ts", "src/settings.ts", "test/limits.test.ts"],
    task: "gateway #311",
    minutes: 215,
  },
  {
    agent: "support-drafts",
    gate: "Before send",
    title: "Reply: can two people share one seat",
    output: "Hello,\n\nA seat belongs to one person. You can move it to a colleague in the settings.\n",
    task: "ticket 9021",
    minutes: 88,
  },
  {
    agent: "docsmith",
    gate: "Before publish",
    title: "How to restore a backup into a new region",
    format: "markdown",
    output: "# Restore into a new region\n\n1. Stop the writers.\n2. Copy the last snapshot.\n",
    files: ["docs/restore.md"],
    minutes: 433,
  },
  {
    agent: "migrator",
    gate: "Before merge",
    title: "Add an index for open invoices by customer",
    format: "diff",
    output:
      "--- /dev/null\n+++ b/migrations/0412_open_invoices.sql\n@@ -0,0 +1,1 @@\n+create index open_invoices on invoice (customer) where paid_at is null;\n",
    files: ["migrations/0412_open_invoices.sql"],
    minutes: 62,
  },
  {
    agent: "support-drafts",
    gate: "Before send",
    title: "Reply: which evidence do I send for a chargeback",
    output: "Hello,\n\nPlease send the receipt and the tracking number.\n",
    task: "ticket 9034",
    minutes: 21,
  },
  {
    agent: "rio",
    gate: "Before merge",
    title: "Log the request id wherever a payout is retried",
    format: "diff",
    output:
      "--- a/src/payout.ts\n+++ b/src/payout.ts\n@@ -1,1 +1,2 @@\n export const retry = (id: string) => {\n+  log.info({ id });\n",
    files: ["src/payout.ts"],
    task: "payouts #78",
    minutes: 14,
  },
];
