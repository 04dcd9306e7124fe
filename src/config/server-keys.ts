import type { ConfigPart } from "./config-keys.ts";

const HTTP = { type: "address", schemes: ["http", "https"] } as const;
const TEXT = { type: "text" } as const;

/** What the server, those who talk to it and those it talks to are told. */
export const SERVER_KEYS: Readonly<Record<string, ConfigPart>> = {
  "server.host": {
    kind: TEXT,
    about: "the address that the server listens on; another than this machine's own lets others in",
    default: "127.0.0.1",
    flag: "--host",
  },
  "server.port": {
    kind: { type: "number", least: 0, most: 65_535, whole: true },
    about: "the port that the server listens on; 0 takes a free one",
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
    about: "the server's address as browsers and chat tools know it, where that is not the host and port",
  },
  "server.url": {
    kind: HTTP,
    about: "the server that hooks of this machine send to; without it they use the store",
    receives: ["EMEND_SERVER_TOKEN"],
  },
  "server.token": { kind: TEXT, about: "the token that hooks show to that server", secret: "whole" },
  "server.allowed_origins": {
    kind: { type: "list" },
    about: "other sites whose pages may call the API; none when left out",
  },
  "server.allowed_hosts": {
    kind: { type: "list" },
    about:
      "further host names that the server answers under, besides that of server.public_url, server.host and this machine's own",
  },
  "server.trusted_proxies": {
    kind: { type: "list" },
    about:
      "proxies whose X-Forwarded-For or Forwarded header is believed, as addresses or networks such as 10.0.0.0/8; none when left out",
  },
  "server.body_limit_kib": {
    kind: { type: "number", least: 64, most: 65_536, whole: true },
    about: "the largest body of a request to the API",
    default: 4_096,
    free: "always",
  },
  "server.requests_per_minute": {
    kind: { type: "number", least: 0, most: 10_000_000, whole: true },
    about: "how many requests one token or address may make in a minute; 0 for any number",
    default: 12_000,
  },
  "server.records_per_minute": {
    kind: { type: "number", least: 0, most: 10_000_000, whole: true },
    about: "how many records one token may write in a minute, administrators' excepted; 0 for any number",
    default: 12_000,
  },
  "server.proposals_per_hour": {
    kind: { type: "number", least: 0, most: 1_000_000, whole: true },
    about: "how many rules one token may propose in an hour, administrators' excepted; 0 for any number",
    default: 60,
  },
  "server.log_level": {
    kind: { type: "one_of", words: ["debug", "info", "warn", "error", "silent"] },
    about: "the least that the server's log says",
    default: "info",
    free: "always",
  },
  "oidc.issuer": {
    kind: HTTP,
    about: "the OpenID provider that people log in with; without it only tokens",
    receives: ["EMEND_OIDC_CLIENT_SECRET"],
  },
  "oidc.client_id": { kind: TEXT, about: "Emend's id at that provider" },
  "oidc.client_secret": { kind: TEXT, about: "Emend's secret at that provider", secret: "whole" },
  "oidc.role_claim": {
    kind: TEXT,
    about: "the claim that names a person's role or groups",
    default: "emend_role",
  },
  "oidc.roles": {
    kind: { type: "list" },
    about: "what values of that claim mean, as in engineers=reviewer; the role names mean themselves",
  },
  "oidc.default_role": {
    kind: { type: "one_of", words: ["none", "reviewer", "approver"] },
    about: "the role of a person whom the claim gives none",
    default: "none",
  },
  "github.webhook_secret": {
    kind: TEXT,
    about: "the secret of GitHub's webhook; without it none is taken in",
    secret: "whole",
  },
  "github.agents": {
    kind: { type: "list" },
    about:
      "whose work is which agent's, as in my-app[bot]=coder, label:ai=coder, branch:codex/=codex or co-author:bot@acme.example=coder",
  },
  "github.people_work": {
    kind: { type: "one_of", words: ["ignore", "keep"] },
    about: "what happens to reviews of work that no agent did; kept ones are marked and speak for no rule",
    default: "ignore",
  },
  "github.token": { kind: TEXT, about: "the token for writing to GitHub", secret: "whole" },
  "github.api_url": {
    kind: HTTP,
    about: "GitHub's API",
    default: "https://api.github.com",
    receives: ["EMEND_GITHUB_TOKEN, or a token made with EMEND_GITHUB_APP_KEY,"],
  },
  "github.app_id": { kind: TEXT, about: "the id of a GitHub App, instead of a token" },
  "github.app_key": { kind: TEXT, about: "the private key of that App", secret: "whole" },
  "github.installation_id": { kind: TEXT, about: "the installation of that App" },
  "webhooks.urls": {
    kind: { type: "list" },
    about: "where alerts, proposals and rule changes are told",
    secret: "whole",
  },
  "webhooks.secret": {
    kind: TEXT,
    about: "signs what is told there: whsec_ and base64; several in rotation are separated by spaces",
    secret: "whole",
  },
  "webhooks.events": {
    kind: { type: "list" },
    about: "which types are told; all but submission.waiting when left out",
  },
  "telemetry.otlp_url": {
    kind: HTTP,
    about: "where OpenTelemetry spans are sent; none are made without it",
    secret: "address",
    receives: ["OTEL_EXPORTER_OTLP_HEADERS"],
  },
};
