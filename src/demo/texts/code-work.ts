/** A place in the shop's code that work is about. */
export interface CodePlace {
  readonly part: string;
  readonly file: string;
  readonly fn: string;
}

export const CODE_PLACES: readonly CodePlace[] = [
  { part: "refund", file: "src/refunds/start-refund.ts", fn: "startRefund" },
  { part: "cart", file: "src/cart/merge-carts.ts", fn: "mergeCarts" },
  { part: "checkout", file: "src/checkout/place-order.ts", fn: "placeOrder" },
  { part: "invoice", file: "src/invoices/number-invoice.ts", fn: "numberInvoice" },
  { part: "voucher", file: "src/vouchers/redeem-voucher.ts", fn: "redeemVoucher" },
  { part: "shipment", file: "src/shipping/book-shipment.ts", fn: "bookShipment" },
  { part: "stock", file: "src/stock/reserve-stock.ts", fn: "reserveStock" },
  { part: "search", file: "src/search/rank-results.ts", fn: "rankResults" },
  { part: "login", file: "src/accounts/open-login.ts", fn: "openLogin" },
  { part: "newsletter", file: "src/mail/subscribe.ts", fn: "subscribe" },
  { part: "subscription", file: "src/billing/renew-subscription.ts", fn: "renewSubscription" },
  { part: "price list", file: "src/prices/read-prices.ts", fn: "readPrices" },
  { part: "export", file: "src/exports/write-export.ts", fn: "writeExport" },
  { part: "webhook", file: "src/hooks/deliver-hook.ts", fn: "deliverHook" },
];

/** One kind of change: its title, and the lines before, after, and as a reviewer would have them. */
interface CodeChange {
  readonly title: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly better: readonly string[];
  /** What the reviewer says with it. */
  readonly note: string;
}

export const CODE_CHANGES: readonly CodeChange[] = [
  {
    title: "Retry the {part} when the gateway times out",
    before: ["  return gateway.send(request);"],
    after: [
      "  for (let attempt = 1; attempt <= 3; attempt += 1) {",
      "    const answer = await gateway.send(request);",
      "    if (!answer.timedOut) return answer;",
      "  }",
    ],
    better: [
      "  for (let attempt = 1; attempt <= 3; attempt += 1) {",
      "    const answer = await gateway.send(request);",
      "    if (!answer.timedOut) return answer;",
      "    await pause(200 * 2 ** attempt);",
      "  }",
      "  throw new GatewayTimeout(request.id);",
    ],
    note: "Wait between the attempts, and fail loudly after the last.",
  },
  {
    title: "Refuse a {part} in another currency",
    before: ["  ledger.append(entry);"],
    after: ["  if (entry.currency !== account.currency) return undefined;", "  ledger.append(entry);"],
    better: [
      "  if (entry.currency !== account.currency) throw new CurrencyMismatch(entry, account);",
      "  ledger.append(entry);",
    ],
    note: "Throw instead of answering nothing.",
  },
  {
    title: "Keep the {part} when the session ends",
    before: ["  store.clear(session.id);"],
    after: ["  store.detach(session.id);", "  store.keepFor(session.user, 30);"],
    better: ["  store.detach(session.id);", "  store.keepFor(session.user, KEEP_DAYS);"],
    note: "Name the constant for the number of days.",
  },
  {
    title: "Count each {part} once, also when the event comes twice",
    before: ["  counters.add(event.kind, 1);"],
    after: ["  if (seen.has(event.id)) return;", "  seen.add(event.id);", "  counters.add(event.kind, 1);"],
    better: ["  if (!(await seen.addOnce(event.id))) return;", "  counters.add(event.kind, 1);"],
    note: "Make it one step, or two requests at once both pass.",
  },
  {
    title: "Show why a {part} was refused",
    before: ["  return { ok: false };"],
    after: ["  return { ok: false, reason: error.message };"],
    better: ["  return { ok: false, code: error.code, reason: reasonFor(error.code) };"],
    note: "Answer with a code too; the message is for people.",
  },
  {
    title: "Page through every {part} instead of loading all",
    before: ["  return rows.all();"],
    after: ["  return rows.after(cursor).limit(100);"],
    better: ["  return rows.after(cursor).limit(PAGE_SIZE);"],
    note: "Take the page size that the other lists have.",
  },
  {
    title: "Tell the customer when the {part} changes",
    before: ["  await save(record);"],
    after: ["  await save(record);", "  mail.send(record.owner, template(record));"],
    better: ["  await save(record);", "  await outbox.add({ to: record.owner, about: record.id });"],
    note: "Put the mail into the outbox, so that none is sent for what is rolled back.",
  },
  {
    title: "Read the {part} from the replica",
    before: ["  const found = await primary.find(id);"],
    after: ["  const found = await replica.find(id);"],
    better: ["  const found = (await replica.find(id)) ?? (await primary.find(id));"],
    note: "Fall back to the primary while the replica lags behind.",
  },
];

/** A change as a unified diff of one file. */
export const diffOf = (
  { file, fn }: CodePlace,
  before: readonly string[],
  after: readonly string[],
  line: number,
): string =>
  [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${line},${before.length + 2} +${line},${after.length + 2} @@`,
    ` export async function ${fn}(request: Request) {`,
    ...before.map((text) => `-${text}`),
    ...after.map((text) => `+${text}`),
    " }",
    "",
  ].join("\n");

/** What rio's builds and checks print when they fail. `{file}` and `{fn}` are filled in. */
export const FAILED_CHECKS: readonly string[] = [
  "{file}(48,11): error TS2345: Argument of type 'string | undefined' is not assignable to parameter of type 'string'.\nFound 1 error in {file}:48\n",
  "Step 7/12 : COPY --from=build /app/dist ./dist\nCOPY failed: stat app/dist: file does not exist\n",
  "TypeError: Cannot read properties of null (reading 'id')\n    at {fn} ({file}:31:24)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n",
  "ReferenceError: Cannot access 'limits' before initialization\n    at {fn} ({file}:9:17)\n    at ModuleJob.run (node:internal/modules/esm/module_job:343:25)\n",
  "RangeError: Invalid time value\n    at Date.toISOString (<anonymous>)\n    at {fn} ({file}:77:30)\n",
  "Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1637:16)\n    at {fn} ({file}:20:9)\n",
  "error: lint failed\n{file}\n  12:9  error  'rest' is assigned a value but never used  no-unused-vars\n\n1 problem (1 error, 0 warnings)\n",
  'error: Could not resolve "../gateway/pool.ts"\n    {file}:3:22:\n      3 | import { pool } from "../gateway/pool.ts";\n1 error\n',
  'ERROR:  column "shipped_on" of relation "orders" already exists\nmigration 0042_shipped_on failed, exit code 1\n',
  "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error Found: typescript@6.0.2\n",
  "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\nAborted (core dumped)\n",
  "SyntaxError: Unexpected token '<', \"<!doctype \"... is not valid JSON\n    at JSON.parse (<anonymous>)\n    at {fn} ({file}:54:18)\n",
];

/** What rio's test runs print in the first weeks. */
export const FAILED_TESTS: readonly string[] = [
  " FAIL  {file} > {fn} > keeps the {part} of a guest\nAssertionError: expected undefined to be 'guest-7'\n\n Test Files  1 failed | 41 passed (42)\n      Tests  1 failed | 388 passed (389)\n",
  " FAIL  {file} > {fn} > gives up after five seconds\nError: Test timed out in 5000ms.\n\n Test Files  1 failed (1)\n      Tests  1 failed | 12 passed (13)\n",
  "=================================== FAILURES ===================================\n______________________________ test_{fn}_twice ______________________________\nE       assert 2 == 1\nE        +  where 2 = count('{part}')\n=========================== 1 failed, 57 passed in 4.12s ===========================\n",
];
