/** Work that waits for a person when the story ends, and since how many minutes. */
export interface WaitingWork {
  readonly agent: string;
  readonly gate: string;
  readonly title: string;
  readonly format: "text" | "markdown" | "diff";
  readonly minutes: number;
  readonly files?: readonly string[];
  readonly output: string;
}

export const WAITING_WORK: readonly WaitingWork[] = [
  {
    agent: "rio",
    gate: "Before merge",
    title: "Retry charges that timed out",
    format: "diff",
    minutes: 291,
    files: ["src/charges/charge.ts"],
    output:
      '--- a/src/charges/charge.ts\n+++ b/src/charges/charge.ts\n@@ -4,2 +4,11 @@ import { gateway } from "../gateway/gateway.ts";\n \n-export const charge = (request: ChargeRequest) => gateway.charge(request);\n+export async function charge(request: ChargeRequest): Promise<Charge> {\n+  for (let attempt = 0; attempt < 3; attempt += 1) {\n+    try {\n+      return await gateway.charge(request);\n+    } catch {\n+      await sleep(200 * 2 ** attempt);\n+    }\n+  }\n+  return { status: "failed" };\n+}\n',
  },
  {
    agent: "support-drafts",
    gate: "Before send",
    title: "Reply: the refund is on my statement twice",
    format: "text",
    minutes: 112,
    output:
      "Hello Mrs Okafor,\n\nthank you for the screenshot. The second line is a hold that your bank has not released yet; nothing was refunded twice and nothing was charged twice.\n\nThe hold will be gone by Friday at the latest.\n\nKind regards\nThe support team\n",
  },
  {
    agent: "rio",
    gate: "Before merge",
    title: "Refuse ledger entries in another currency",
    format: "diff",
    minutes: 206,
    files: ["src/ledger/post.ts", "src/ledger/post.test.ts"],
    output:
      '--- a/src/ledger/post.ts\n+++ b/src/ledger/post.ts\n@@ -3,2 +3,5 @@\n export function post(entry: Entry) {\n+  if (entry.currency !== account.currency) {\n+    throw new CurrencyMismatch(entry, account);\n+  }\n   ledger.append(entry);\n--- a/src/ledger/post.test.ts\n+++ b/src/ledger/post.test.ts\n@@ -9,0 +10,4 @@\n+it("refuses an entry in another currency", () => {\n+  expect(() => post({ ...entry, currency: "SEK" })).toThrow(CurrencyMismatch);\n+});\n+\n',
  },
  {
    agent: "support-drafts",
    gate: "Before send",
    title: "Reply: I was charged after I cancelled",
    format: "text",
    minutes: 134,
    output:
      "Hello,\n\nI have looked at your account. You cancelled on the 3rd, after the renewal of the 1st had been booked, so the charge belongs to the month that had begun.\n\nI have started a refund for the days you did not use. You see it under Billing, and your bank shows it once it has booked it.\n\nKind regards\nThe support team\n",
  },
  {
    agent: "docsmith",
    gate: "Before publish",
    title: "Guide: verify the signature of a webhook",
    format: "markdown",
    minutes: 95,
    files: ["docs/webhooks/verify.md"],
    output:
      "# Verify the signature of a webhook\n\n1. Read the header `webhook-signature`.\n2. Compute the HMAC of `id.timestamp.body` with your secret.\n3. Compare both in constant time, and refuse what is older than five minutes.\n\n```ts\nconst ok = timingSafeEqual(expected, given);\n```\n\n> A body that was parsed and written again has another signature. Keep the raw one.\n\n## Why\n\nAnybody can send a request to your address; only we have the secret.\n",
  },
  {
    agent: "herald",
    gate: "Before publish",
    title: "Release notes 4.7",
    format: "markdown",
    minutes: 48,
    output:
      "# 4.7\n\n## New\n\n- Price lists can be given a date from which they count.\n- The export remembers the columns you chose.\n\n## Fixed\n\n- A voucher could be redeemed twice when two tabs were open.\n- Search is **dramatically** faster.\n\n## To do\n\n- Nothing. Old exports stay where they are.\n",
  },
  {
    agent: "lint-owl",
    gate: "Before post",
    title: "Review of the stock reservation change",
    format: "markdown",
    minutes: 31,
    output:
      "Two findings.\n\n1. **high** `src/stock/reserve-stock.ts:22`: the stock is read before the transaction begins, so two orders can reserve the last piece.\n2. **low** `src/stock/reserve-stock.ts:40`: prefer single quotes.\n",
  },
  {
    agent: "rio",
    gate: "Before merge",
    title: "Log why a login was refused",
    format: "diff",
    minutes: 17,
    files: ["src/accounts/open-login.ts"],
    output:
      '--- a/src/accounts/open-login.ts\n+++ b/src/accounts/open-login.ts\n@@ -18,5 +18,6 @@\n   const account = await accounts.find(request.email);\n   if (account === undefined || !account.allows(request.password)) {\n+    log.info({ email: request.email, reason: "refused" }, "login");\n     return refuse();\n   }\n   return open(account);\n',
  },
  {
    agent: "support-drafts",
    gate: "Before send",
    title: "Reply: which plan has single sign-on?",
    format: "text",
    minutes: 6,
    output:
      "Hello,\n\nsingle sign-on is part of the Team and Business plans. On Team it works with one provider, on Business with as many as you like.\n\nYou can switch under Billing, Plan; the price changes from the next invoice on.\n\nKind regards\n",
  },
];
