import type { ConfigPart } from "./config-keys.ts";

const HTTP = { type: "address", schemes: ["http", "https"] } as const;
const TEXT = { type: "text" } as const;

/** Settings of the server, its clients and the services it uses. */
export const SERVER_KEYS: Readonly<Record<string, ConfigPart>> = {
  "server.host": {
    kind: TEXT,
    about: "the address that the server listens on; anything but a local address lets others in",
    default: "127.0.0.1",
    flag: "--host",
  },
  "server.port": {
    kind: { type: "number", least: 0, most: 65_535, whole: true },
    about: "the port that the server listens on; 0 for a free one",
    default: 4180,
    flag: "--port",
  },
  "server.role": {
    kind: { type: "one_of", words: ["server", "worker", "all"] },
    about: "whether this process answers requests, learns in the background, or does both",
    default: "all",
    flag: "--role",
    free: "always",
  },
  "server.public_url": {
    kind: HTTP,
    about: "the server's public address, if it differs from the host and port",
  },
  "server.url": {
    kind: HTTP,
    about: "the server that hooks on this machine send to (default: the store)",
    receives: ["EMEND_SERVER_TOKEN"],
  },
  "server.token": { kind: TEXT, about: "the token that hooks use for that server", secret: "whole" },
  "server.allowed_origins": {
    kind: { type: "list" },
    about: "other sites whose pages can call the API (default: none)",
  },
  "server.allowed_hosts": {
    kind: { type: "list" },
    about:
      "further host names that the server accepts, besides those of server.public_url, server.host and this machine",
  },
  "server.trusted_proxies": {
    kind: { type: "list" },
    about:
      "proxies whose X-Forwarded-For or Forwarded header is trusted, as addresses or networks such as 10.0.0.0/8 (default: none)",
  },
  "server.body_limit_kib": {
    kind: { type: "number", least: 64, most: 65_536, whole: true },
    about: "maximum size of a request body",
    default: 4_096,
    free: "always",
  },
  "server.requests_per_minute": {
    kind: { type: "number", least: 0, most: 10_000_000, whole: true },
    about: "maximum number of requests per minute for one token or address; 0 for unlimited",
    default: 12_000,
  },
  "server.records_per_minute": {
    kind: { type: "number", least: 0, most: 10_000_000, whole: true },
    about: "maximum number of records per minute for one token, except administrators'; 0 for unlimited",
    default: 12_000,
  },
  "server.proposals_per_hour": {
    kind: { type: "number", least: 0, most: 1_000_000, whole: true },
    about: "maximum number of proposals per hour for one token, except administrators'; 0 for unlimited",
    default: 60,
  },
  "server.log_level": {
    kind: { type: "one_of", words: ["debug", "info", "warn", "error", "silent"] },
    about: "the minimum level of the server's log",
    default: "info",
    free: "always",
  },
  "oidc.issuer": {
    kind: HTTP,
    about: "the OpenID provider that people log in with (default: only tokens)",
    receives: ["EMEND_OIDC_CLIENT_SECRET"],
  },
  "oidc.client_id": { kind: TEXT, about: "Emend's id at that provider" },
  "oidc.client_secret": { kind: TEXT, about: "Emend's secret at that provider", secret: "whole" },
  "oidc.role_claim": {
    kind: TEXT,
    about: "the claim with a person's role or groups",
    default: "emend_role",
  },
  "oidc.roles": {
    kind: { type: "list" },
    about: "roles for values of that claim, as in engineers=reviewer; role names stand for themselves",
  },
  "oidc.default_role": {
    kind: { type: "one_of", words: ["none", "reviewer", "approver"] },
    about: "the role of a person without a role in the claim",
    default: "none",
  },
  "github.webhook_secret": {
    kind: TEXT,
    about: "the secret of GitHub's webhook; without it, deliveries are refused",
    secret: "whole",
  },
  "github.agents": {
    kind: { type: "list" },
    about:
      "how to recognise an agent's work, as in my-app[bot]=coder, label:ai=coder, branch:codex/=codex or co-author:bot@acme.example=coder",
  },
  "github.people_work": {
    kind: { type: "one_of", words: ["ignore", "keep"] },
    about: "what to do with reviews of people's work; stored ones are marked and never become rules",
    default: "ignore",
  },
  "github.token": {
    kind: TEXT,
    about: "the token for GitHub: to post, and to read past reviews",
    secret: "whole",
  },
  "github.api_url": {
    kind: HTTP,
    about: "GitHub's API",
    default: "https://api.github.com",
    receives: ["EMEND_GITHUB_TOKEN, or a token made with EMEND_GITHUB_APP_KEY,"],
  },
  "github.app_id": { kind: TEXT, about: "the id of a GitHub App, to use instead of a token" },
  "github.app_key": { kind: TEXT, about: "the private key of that App", secret: "whole" },
  "github.installation_id": { kind: TEXT, about: "the id of that App's installation" },
  "webhooks.urls": {
    kind: { type: "list" },
    about: "webhook endpoints for alerts, proposals and rule changes",
    secret: "whole",
  },
  "webhooks.secret": {
    kind: TEXT,
    about: "the secret that signs webhooks: whsec_ and base64; separate several by spaces for rotation",
    secret: "whole",
  },
  "webhooks.events": {
    kind: { type: "list" },
    about: "which event types are sent (default: all but submission.waiting)",
  },
  "telemetry.otlp_url": {
    kind: HTTP,
    about: "the OTLP endpoint for OpenTelemetry spans (default: no tracing)",
    secret: "address",
    receives: ["OTEL_EXPORTER_OTLP_HEADERS"],
  },
};
