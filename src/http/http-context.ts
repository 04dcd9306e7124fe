import type { Emend } from "../compose.ts";
import type { Access } from "../app/access/open-access.ts";
import type { ProviderLogin } from "../app/access/provider-login.ts";
import type { TriedWebhook } from "../app/webhook/try-webhooks.ts";
import type { ReadCorrection } from "../core/feedback/from-decision.ts";
import type { GateCatalogue } from "../core/gate/gate.ts";
import type { Signer } from "../core/gate/rejection.ts";
import type { SignatureProblem } from "../core/github/verify-signature.ts";
import type { Result } from "../core/result.ts";
import type { GateHours } from "../core/submission/read-submission.ts";
import type { ReminderSource } from "../core/reminder/reminder.ts";
import type { RulePolicy } from "../core/evaluation/rule-policy.ts";
import type { WebhookEndpoint } from "../core/webhook/webhook-settings.ts";
import type { EventLog } from "../ports/event-log.ts";
import type { Store } from "../ports/store.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { EventTail } from "./event-tail.ts";
import type { HttpLog } from "./http-log.ts";
import type { HttpMetrics } from "./http-metrics.ts";
import type { WebFiles } from "./web-files.ts";

/** What comes from GitHub by itself, and whom it is about. */
export interface GithubHook {
  /** Checks the signature over the body as it was sent; see `verifySignature`. */
  readonly verify: (body: Uint8Array, signature: unknown) => Result<string, SignatureProblem>;
  /** Which agent works under which login, label, branch or co-author's address. */
  readonly agents: Readonly<Record<string, string>>;
  /** Whether work that no agent did is kept too, marked as people's. */
  readonly keepPeopleWork?: boolean;
}

/** Those outside who are told what happens. */
export interface HttpWebhooks {
  readonly endpoints: readonly WebhookEndpoint[];
  /** What they are told of. */
  readonly types: readonly string[];
  /** Sends each a signed test, once. */
  readonly test: () => Promise<readonly TriedWebhook[]>;
}

type SettingValue = string | number | boolean | readonly string[];

/** One thing that can be set, as it may be shown to anybody who reads. */
export interface ShownSetting {
  /** As in the file, with its section: `rules.approvers`. */
  readonly key: string;
  /** The environment variable. */
  readonly variable: string;
  readonly about: string;
  /** Never of a secret; null too where nothing is set. */
  readonly value: SettingValue | null;
  readonly usual: SettingValue | null;
  /** Whether somebody set it. */
  readonly isSet: boolean;
  readonly isSecret: boolean;
  /** Who said so, without folders of this machine. */
  readonly source: string;
}

interface HttpLimits {
  readonly bodyBytes: number;
  /** By one token or address; 0 for any number. */
  readonly requestsPerMinute: number;
  /** By one token that is no administrator's; any number if it is 0 or left out. */
  readonly recordsPerMinute?: number;
  readonly proposalsPerHour?: number;
}

/** What every route works with. */
export interface HttpContext {
  readonly version: string;
  /** The use cases. */
  readonly emend: Emend;
  /** For plain reads that need no use case. */
  readonly store: Store;
  readonly events: EventLog;
  /** Tells those who listen what happens. */
  readonly tail: EventTail;
  readonly policy: RulePolicy;
  readonly gates: GateCatalogue;
  /** Reads the diffs that decisions name; absent where none are read. */
  readonly readCorrection?: ReadCorrection;
  /** Signs and checks rejections; absent where no key is configured. */
  readonly signer?: Signer;
  /** Absent where no webhook secret is configured, and nothing is taken in. */
  readonly github?: GithubHook;
  /** Absent where nobody is told anything. */
  readonly webhooks?: HttpWebhooks;
  /** Whose corrections agents are reminded of. */
  readonly reminders: ReminderSource;
  /** From which likeness on a text is a near-duplicate; 0.85 when left out. */
  readonly duplicateAt?: number;
  /** How long people have to answer at a gate. */
  readonly gateHours: GateHours;
  readonly access: Access;
  /** Absent where no provider is configured, and people log in by tokens alone. */
  readonly providerLogin?: ProviderLogin;
  /** UTC to the millisecond. */
  readonly now: () => string;
  readonly createId: () => string;
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
  /** The app's files; absent where it was not built. */
  readonly web?: WebFiles;
  readonly limits: HttpLimits;
  /** What this server was told at its start. */
  readonly settings: readonly ShownSetting[];
  /** The server's address as browsers know it, without a slash at its end. */
  readonly publicUrl: string;
  /** Names under which requests may come; empty only for a server in process, which has no socket. */
  readonly hosts: readonly string[];
  /** Addresses and networks of the proxies before the server; none when left out. */
  readonly trustedProxies?: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly log: HttpLog;
  readonly metrics: HttpMetrics;
  /** Where spans go; none are made without it. */
  readonly tracer?: Tracer;
  /** Whether the server takes nothing new any more. */
  readonly stopping?: () => boolean;
  /** Whether answers are checked against their schema, as tests do. */
  readonly checkAnswers: boolean;
}
