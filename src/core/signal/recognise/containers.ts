import { applyRules, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";
import { isSourceLine } from "./source-line.ts";

const BAD_STATUS =
  "CrashLoopBackOff|ImagePullBackOff|ErrImagePull|ErrImageNeverPull|InvalidImageName|CreateContainerConfigError|CreateContainerError|RunContainerError|OOMKilled|ContainerCannotRun|DeadlineExceeded|StartError|PostStartHookError";

const RULES: readonly LineRule[] = [
  {
    pattern: new RegExp(
      `^\\S{1,120}(?: {1,40}\\S{1,120})? {1,40}\\d+/\\d+ {1,40}(?:Init:)?(?<type>${BAD_STATUS}|Error|Evicted|Unknown|Failed)\\b`,
    ),
    weight: "proof",
    facts: { framework: "kubernetes" },
  },
  {
    pattern: /^\S{1,120}(?: {1,40}\S{1,120})? {1,40}\d+\/\d+ {1,40}(?:Running|Completed) {1,40}\d+/,
    says: "nothing",
  },
  {
    pattern: new RegExp(
      `\\b(?:Reason|reason|State|STATUS|Waiting)["']?[:=]? {0,20}["']?(?<type>${BAD_STATUS})\\b`,
    ),
    weight: "proof",
    facts: { framework: "kubernetes" },
  },
  {
    pattern: /^Error from server(?: \((?<type>\w{1,40})\))?: (?<message>.{1,400})$/,
    weight: "proof",
    facts: { framework: "kubernetes" },
  },
  {
    pattern:
      /^(?:error: )(?<message>(?:the server doesn't have a resource type|You must be logged in to the server|no matches for kind|error (?:validating|parsing|when)|unable to (?:recognize|connect)|timed out waiting for the condition|deployment .{1,80} exceeded its progress deadline|no context exists|context .{1,80} does not exist).{0,300})/i,
    weight: "proof",
    facts: { framework: "kubernetes" },
  },
  {
    pattern:
      /^(?<message>The connection to the server .{1,200} was refused.{0,100}|Unable to connect to the server: .{1,200})$/,
    weight: "proof",
    facts: { framework: "kubernetes" },
  },
  {
    pattern:
      /^\s{0,4}Warning {1,10}(?<type>BackOff|Failed|FailedScheduling|FailedMount|FailedCreate|Unhealthy|FailedAttachVolume|FailedCreatePodSandBox|Evicted|FailedPull|InspectFailed) {1,10}.{0,80}? {2,}(?<message>.{1,300})$/,
    facts: { framework: "kubernetes" },
  },
  {
    pattern:
      /\b(?<message>Back-off (?:restarting failed container|pulling image).{0,200}|Failed to pull image .{1,300})/,
    weight: "proof",
    facts: { framework: "kubernetes" },
  },
  {
    pattern: new RegExp(
      `(?:^|[\\s:"'(])(?<type>${BAD_STATUS.replace("|DeadlineExceeded", "")})(?:$|[\\s:"',).])`,
    ),
    facts: { framework: "kubernetes" },
  },
  {
    pattern:
      /^Error: (?<message>(?:INSTALLATION FAILED|UPGRADE FAILED|ROLLBACK FAILED|uninstall: |release: not found|YAML parse error|execution error at|failed to download|chart requires|template: ).{0,400})$/,
    weight: "proof",
    facts: { framework: "helm" },
  },
  {
    pattern:
      /^docker(?:-compose)?: (?<message>(?:Error response from daemon|invalid reference format|Cannot connect|unknown |'.{1,60}' is not a docker command|error during connect|.{1,80}not found).{0,400})$/,
    weight: "proof",
    facts: { framework: "docker" },
  },
  {
    pattern:
      /^(?:Error response from daemon|error during connect|Error): ?(?<message>(?:driver failed|pull access denied|manifest (?:for|unknown)|No such (?:container|image|network|volume)|Conflict\. The container|failed to (?:create|set up|solve|start)|OCI runtime|Cannot connect|Get "|network .{1,80} not found|ports are not available|dial |endpoint with name|invalid mount|conflict:|repository does not exist|toomanyrequests).{0,400})$/i,
    weight: "proof",
    facts: { framework: "docker" },
  },
  {
    pattern: /^Error response from daemon: (?<message>.{1,400})$/,
    weight: "proof",
    facts: { framework: "docker" },
  },
  {
    pattern:
      /^(?:ERROR: )?(?<message>Cannot connect to the Docker daemon at.{0,200}|Couldn't connect to Docker daemon.{0,200})/,
    weight: "proof",
    facts: { framework: "docker" },
  },
  {
    pattern: /^(?:Container )?[\w.-]{1,100} exited with code 0\b/,
    weight: "weak",
    says: "success",
    facts: { framework: "docker" },
  },
  {
    pattern: /^(?:Container )?[\w.-]{1,100} exited with code (?<exit>\d{1,3})\b/,
    weight: "proof",
    facts: { framework: "docker" },
  },
  {
    pattern: /\bExited \((?<exit>[1-9]\d{0,2})\) (?:\d|About|Less)/,
    weight: "strong",
    facts: { framework: "docker" },
  },
  {
    pattern: /^ERROR: for [\w.-]{1,80} {1,4}(?<message>.{1,300})$/,
    weight: "proof",
    facts: { framework: "docker" },
  },
  {
    pattern:
      /^(?:ERROR: )?(?:dependency failed to start: |service ".{1,60}" (?:didn't complete|is unhealthy))(?<message>.{0,200})/,
    weight: "proof",
    facts: { framework: "docker" },
  },
  {
    pattern: /^(?<message>OCI runtime (?:create|exec) failed: .{1,400})/,
    weight: "proof",
    facts: { framework: "docker" },
  },
  { pattern: /^│ Error: (?<message>.{1,300})$/, weight: "proof", facts: { framework: "terraform" } },
  {
    pattern:
      /^[╷│]? ?Error: (?<message>(?:creating|updating|deleting|reading|error |Error |Invalid |Unsupported |Missing |Failed |Provider |Reference to|No valid|Backend|Cycle|Duplicate|Inconsistent|Saved plan|Could not|Unable to|Resource |timeout while|waiting for|googleapi: |Inappropriate|Module |Unreadable|Operation |Plugin |state ).{1,300})$/,
    weight: "strong",
    facts: { framework: "terraform" },
  },
  {
    pattern: /\b(?<message>0\/\d{1,4} nodes are available: .{1,200})/,
    weight: "proof",
    facts: { framework: "kubernetes" },
  },
  {
    pattern: /^(?:.{0,80}\[)?(?<type>INSTALL_(?:FAILED|PARSE_FAILED)_\w{3,60})\b(?<message>.{0,200})/,
    weight: "proof",
    facts: { framework: "android" },
  },
  {
    pattern: /^Apply complete! Resources: \d/,
    weight: "weak",
    says: "success",
    facts: { framework: "terraform" },
  },
  {
    pattern: /^fatal: \[[\w.:-]{1,100}\]: (?:FAILED!|UNREACHABLE!) => (?<message>.{0,300})/,
    weight: "proof",
    facts: { framework: "ansible" },
  },
  {
    pattern:
      /^[\w.-]{1,100} {1,40}: ok=\d+ {1,12}changed=\d+ {1,12}unreachable=(?:[1-9]\d*|0 {1,12}failed=[1-9]\d*)/,
    weight: "proof",
    facts: { framework: "ansible" },
  },
  {
    pattern: /^[\w.-]{1,100} {1,40}: ok=\d+ {1,12}changed=\d+ {1,12}unreachable=0 {1,12}failed=0\b/,
    weight: "proof",
    says: "success",
    facts: { framework: "ansible" },
  },
  {
    pattern:
      /^An error occurred \((?<type>[\w.]{1,80})\) when calling the \w{1,80} operation.{0,40}?: (?<message>.{1,300})$/,
    weight: "proof",
    facts: { framework: "aws" },
  },
  {
    pattern: /^ERROR: \((?<type>gcloud\.[\w.-]{1,100})\) (?<message>.{1,300})$/,
    weight: "proof",
    facts: { framework: "gcloud" },
  },
  {
    pattern:
      /\b(?<type>(?:CREATE|UPDATE|DELETE|ROLLBACK|UPDATE_ROLLBACK)_FAILED|(?:UPDATE_)?ROLLBACK_(?:IN_PROGRESS|COMPLETE))\b.{0,300}/,
    weight: "strong",
    facts: { framework: "cloudformation" },
  },
  {
    pattern:
      /^(?:❌ |✖ |Error: |ERROR: |\s!\s{1,6})?(?<message>(?:Deployment failed|Deploy failed|Failed to deploy|Push rejected, failed to compile|Deployment has failed|Release command failed|The deployment failed|Deployment of .{1,80} failed)\b.{0,300})/i,
    weight: "proof",
  },
  {
    pattern:
      /\b(?<type>[A-Z]\w{0,40}\.service): (?:Failed with result|Main process exited, code=(?:exited|dumped|killed), status=[1-9])(?<message>.{0,200})/i,
    weight: "proof",
    facts: { framework: "systemd" },
  },
  {
    pattern: /^\s{0,6}Active: failed \((?<message>.{1,100})/,
    weight: "proof",
    facts: { framework: "systemd" },
  },
  {
    pattern:
      /^(?<message>(?:Job for \S{1,80}\.service failed|Failed to start \S{1,80}\.service|Unit \S{1,80}\.service (?:not found|could not be found)).{0,200})/,
    weight: "proof",
    facts: { framework: "systemd" },
  },
  { pattern: /^(?:##\[error\]|::error(?: [^:]{0,200})?::)(?<message>.{1,400})$/ },
];

/** Containers, clusters, deployments and units: their tables, events and command-line errors. */
export const containers: Recogniser = {
  name: "containers",
  triggers: [
    "backoff",
    "back-off",
    "errimage",
    "invalidimage",
    "createcontainer",
    "runcontainererror",
    "oomkilled",
    "cannotrun",
    "deadlineexceeded",
    "starterror",
    " error ",
    "evicted",
    "error",
    "failed",
    "was refused",
    "unable to connect",
    "unhealthy",
    "docker",
    "exited with code",
    "exited (",
    "oci runtime",
    "apply complete",
    "unreachable",
    "rollback",
    "dependency failed",
    ".service",
    "nodes are available",
    "install_parse",
  ],
  createReader: (): LineReader => ({
    readLine: ({ text }, report) => {
      if (!isSourceLine(text)) applyRules(RULES, text, report);
    },
  }),
};
