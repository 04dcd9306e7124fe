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

/** GitHub's webhooks, and which agent each event is about. */
export interface GithubHook {
  /** Verifies the signature of the raw body; see `verifySignature`. */
  readonly verify: (body: Uint8Array, signature: unknown) => Result<string, SignatureProblem>;
  /** Agents by login, label, branch or the email address of a co-author. */
  readonly agents: Readonly<Record<string, string>>;
  /** Whether to record work by people as well, marked as such. */
  readonly keepPeopleWork?: boolean;
}

/** Outgoing webhooks. */
export interface HttpWebhooks {
  readonly endpoints: readonly WebhookEndpoint[];
  /** The event types to send. */
  readonly types: readonly string[];
  /** Sends one signed test message to each endpoint. */
  readonly test: () => Promise<readonly TriedWebhook[]>;
}

type SettingValue = string | number | boolean | readonly string[];

/** A setting in a form that every reader may see. */
export interface ShownSetting {
  /** Including its section: `rules.approvers`. */
  readonly key: string;
  /** The environment variable. */
  readonly variable: string;
  readonly about: string;
  /** Null if nothing is set, and always for a secret. */
  readonly value: SettingValue | null;
  readonly usual: SettingValue | null;
  readonly isSet: boolean;
  readonly isSecret: boolean;
  /** Where it was set, without paths of this machine. */
  readonly source: string;
}

interface HttpLimits {
  readonly bodyBytes: number;
  /** For each token or address; 0 means no limit. */
  readonly requestsPerMinute: number;
  /** For each token except administrators'; 0 or undefined means no limit. */
  readonly recordsPerMinute?: number;
  readonly proposalsPerHour?: number;
}

/** The dependencies and settings of all routes. */
export interface HttpContext {
  readonly version: string;
  readonly emend: Emend;
  /** For reads that need no use case. */
  readonly store: Store;
  readonly events: EventLog;
  readonly tail: EventTail;
  readonly policy: RulePolicy;
  readonly gates: GateCatalogue;
  /** Reads the diffs that decisions refer to; absent if they must not be read. */
  readonly readCorrection?: ReadCorrection;
  /** Signs and verifies rejections; absent if no key is configured. */
  readonly signer?: Signer;
  /** Absent if no webhook secret is configured. */
  readonly github?: GithubHook;
  /** Absent if no endpoint is configured. */
  readonly webhooks?: HttpWebhooks;
  /** Whose corrections agents are reminded of. */
  readonly reminders: ReminderSource;
  /** The similarity from which a text is a near-duplicate (default: 0.85). */
  readonly duplicateAt?: number;
  /** How long people have to decide at each gate. */
  readonly gateHours: GateHours;
  readonly access: Access;
  /** Absent if no provider is configured. */
  readonly providerLogin?: ProviderLogin;
  /** UTC to the millisecond. */
  readonly now: () => string;
  readonly createId: () => string;
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
  /** Absent if the web app was not built. */
  readonly web?: WebFiles;
  /** Absent if the documentation was not built. */
  readonly docs?: WebFiles;
  readonly limits: HttpLimits;
  readonly settings: readonly ShownSetting[];
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The accepted host names; empty only for a server in process, which has no socket. */
  readonly hosts: readonly string[];
  /** Addresses and networks. */
  readonly trustedProxies?: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly log: HttpLog;
  readonly metrics: HttpMetrics;
  readonly tracer?: Tracer;
  /** Whether the server is shutting down. */
  readonly stopping?: () => boolean;
  /** Whether to validate responses against their schema; only in tests. */
  readonly validateResponses: boolean;
}

/** What the middleware stores for each request. */
export interface HttpVariables {
  readonly Variables: { requestId: string; address: string; principal: string };
}
