import { isSourceLine } from "./source-line.ts";
import { fails, ignores, provesFailure, provesSuccess, suggestsSuccess, unless, type Tool } from "./tool.ts";

const BAD_STATUS =
  "CrashLoopBackOff|ImagePullBackOff|ErrImagePull|ErrImageNeverPull|InvalidImageName|CreateContainerConfigError|CreateContainerError|RunContainerError|OOMKilled|ContainerCannotRun|DeadlineExceeded|StartError|PostStartHookError";

/** Containers, clusters, deployments and systemd units: tables, events and errors. */
export const containers: Tool = {
  name: "containers",
  kind: "runtime",
  rules: [
    unless(
      isSourceLine,
      provesFailure(
        "kubernetes",
        new RegExp(
          `^\\S{1,120}(?: {1,40}\\S{1,120})? {1,40}\\d+/\\d+ {1,40}(?:Init:)?(?<type>${BAD_STATUS}|Error|Evicted|Unknown|Failed)\\b`,
        ),
      ),
      ignores(/^\S{1,120}(?: {1,40}\S{1,120})? {1,40}\d+\/\d+ {1,40}(?:Running|Completed) {1,40}\d+/),
      provesFailure(
        "kubernetes",
        new RegExp(
          `\\b(?:Reason|reason|State|STATUS|Waiting)["']?[:=]? {0,20}["']?(?<type>${BAD_STATUS})\\b`,
        ),
        /^Error from server(?: \((?<type>\w{1,40})\))?: (?<message>.{1,400})$/,
        /^(?:error: )(?<message>(?:the server doesn't have a resource type|You must be logged in to the server|no matches for kind|error (?:validating|parsing|when)|unable to (?:recognize|connect)|timed out waiting for the condition|deployment .{1,80} exceeded its progress deadline|no context exists|context .{1,80} does not exist).{0,300})/i,
        /^(?<message>The connection to the server .{1,200} was refused.{0,100}|Unable to connect to the server: .{1,200})$/,
      ),
      fails(
        "kubernetes",
        /^\s{0,4}Warning {1,10}(?<type>BackOff|Failed|FailedScheduling|FailedMount|FailedCreate|Unhealthy|FailedAttachVolume|FailedCreatePodSandBox|Evicted|FailedPull|InspectFailed) {1,10}.{0,80}? {2,}(?<message>.{1,300})$/,
      ),
      provesFailure(
        "kubernetes",
        /\b(?<message>Back-off (?:restarting failed container|pulling image).{0,200}|Failed to pull image .{1,300})/,
      ),
      fails(
        "kubernetes",
        new RegExp(`(?:^|[\\s:"'(])(?<type>${BAD_STATUS.replace("|DeadlineExceeded", "")})(?:$|[\\s:"',).])`),
      ),
      provesFailure(
        "helm",
        /^Error: (?<message>(?:INSTALLATION FAILED|UPGRADE FAILED|ROLLBACK FAILED|uninstall: |release: not found|YAML parse error|execution error at|failed to download|chart requires|template: ).{0,400})$/,
      ),
      provesFailure(
        "docker",
        /^docker(?:-compose)?: (?<message>(?:Error response from daemon|invalid reference format|Cannot connect|unknown |'.{1,60}' is not a docker command|error during connect|.{1,80}not found).{0,400})$/,
        /^(?:Error response from daemon|error during connect|Error): ?(?<message>(?:driver failed|pull access denied|manifest (?:for|unknown)|No such (?:container|image|network|volume)|Conflict\. The container|failed to (?:create|set up|solve|start)|OCI runtime|Cannot connect|Get "|network .{1,80} not found|ports are not available|dial |endpoint with name|invalid mount|conflict:|repository does not exist|toomanyrequests).{0,400})$/i,
        /^Error response from daemon: (?<message>.{1,400})$/,
        /^(?:ERROR: )?(?<message>Cannot connect to the Docker daemon at.{0,200}|Couldn't connect to Docker daemon.{0,200})/,
      ),
      suggestsSuccess("docker", /^(?:Container )?[\w.-]{1,100} exited with code 0\b/),
      provesFailure("docker", /^(?:Container )?[\w.-]{1,100} exited with code (?<exit>\d{1,3})\b/),
      fails("docker", /\bExited \((?<exit>[1-9]\d{0,2})\) (?:\d|About|Less)/),
      provesFailure(
        "docker",
        /^ERROR: for [\w.-]{1,80} {1,4}(?<message>.{1,300})$/,
        /^(?:ERROR: )?(?:dependency failed to start: |service ".{1,60}" (?:didn't complete|is unhealthy))(?<message>.{0,200})/,
        /^(?<message>OCI runtime (?:create|exec) failed: .{1,400})/,
      ),
      provesFailure("terraform", /^│ Error: (?<message>.{1,300})$/),
      fails(
        "terraform",
        /^[╷│]? ?Error: (?<message>(?:creating|updating|deleting|reading|error |Error |Invalid |Unsupported |Missing |Failed |Provider |Reference to|No valid|Backend|Cycle|Duplicate|Inconsistent|Saved plan|Could not|Unable to|Resource |timeout while|waiting for|googleapi: |Inappropriate|Module |Unreadable|Operation |Plugin |state ).{1,300})$/,
      ),
      provesFailure("kubernetes", /\b(?<message>0\/\d{1,4} nodes are available: .{1,200})/),
      provesFailure(
        "android",
        /^(?:.{0,80}\[)?(?<type>INSTALL_(?:FAILED|PARSE_FAILED)_\w{3,60})\b(?<message>.{0,200})/,
      ),
      suggestsSuccess("terraform", /^Apply complete! Resources: \d/),
      provesFailure(
        "ansible",
        /^fatal: \[[\w.:-]{1,100}\]: (?:FAILED!|UNREACHABLE!) => (?<message>.{0,300})/,
        /^[\w.-]{1,100} {1,40}: ok=\d+ {1,12}changed=\d+ {1,12}unreachable=(?:[1-9]\d*|0 {1,12}failed=[1-9]\d*)/,
      ),
      provesSuccess(
        "ansible",
        /^[\w.-]{1,100} {1,40}: ok=\d+ {1,12}changed=\d+ {1,12}unreachable=0 {1,12}failed=0\b/,
      ),
      provesFailure(
        "aws",
        /^An error occurred \((?<type>[\w.]{1,80})\) when calling the \w{1,80} operation.{0,40}?: (?<message>.{1,300})$/,
      ),
      provesFailure("gcloud", /^ERROR: \((?<type>gcloud\.[\w.-]{1,100})\) (?<message>.{1,300})$/),
      fails(
        "cloudformation",
        /\b(?<type>(?:CREATE|UPDATE|DELETE|ROLLBACK|UPDATE_ROLLBACK)_FAILED|(?:UPDATE_)?ROLLBACK_(?:IN_PROGRESS|COMPLETE))\b.{0,300}/,
      ),
      provesFailure(
        /^(?:❌ |✖ |Error: |ERROR: |\s!\s{1,6})?(?<message>(?:Deployment failed|Deploy failed|Failed to deploy|Push rejected, failed to compile|Deployment has failed|Release command failed|The deployment failed|Deployment of .{1,80} failed)\b.{0,300})/i,
      ),
      provesFailure(
        "systemd",
        /\b(?<type>[A-Z]\w{0,40}\.service): (?:Failed with result|Main process exited, code=(?:exited|dumped|killed), status=[1-9])(?<message>.{0,200})/i,
        /^\s{0,6}Active: failed \((?<message>.{1,100})/,
        /^(?<message>(?:Job for \S{1,80}\.service failed|Failed to start \S{1,80}\.service|Unit \S{1,80}\.service (?:not found|could not be found)).{0,200})/,
      ),
      fails(/^(?:##\[error\]|::error(?: [^:]{0,200})?::)(?<message>.{1,400})$/),
    ),
  ],
  hits: {
    "runtime_error proof": [
      "NAME        READY   STATUS    RESTARTS   AGE\nshop-7d9   0/1     CrashLoopBackOff   12 (3m ago)   40m",
      "NAME        READY   STATUS    RESTARTS   AGE\nshop-7d9   0/1     ImagePullBackOff   0   4m",
      "prod   shop-7d9   0/1   Error   0   4m",
      'Error from server (NotFound): pods "shop" not found',
      "      Reason:       OOMKilled",
      "Error: INSTALLATION FAILED: cannot re-use a name that is still in use",
      "docker: Error response from daemon: driver failed programming external connectivity.",
      "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
      "shop-1 exited with code 137",
      "│ Error: creating S3 Bucket (shop): BucketAlreadyExists",
      "web1   : ok=3    changed=1    unreachable=0    failed=1    skipped=0",
      "An error occurred (AccessDenied) when calling the PutObject operation: Access Denied",
      "shop.service: Main process exited, code=exited, status=1/FAILURE",
    ],
    "runtime_error strong": [
      "  Warning  FailedMount  3m (x5 over 9m)  kubelet  MountVolume.SetUp failed",
      'c0ffee   shop   "node main"   4 hours ago   Exited (1) 3 hours ago   shop',
    ],
    "success weak": ["migrate-1 exited with code 0"],
    "success proof": ["web1   : ok=3    changed=1    unreachable=0    failed=0    skipped=0"],
  },
  misses: [
    "NAME        READY   STATUS    RESTARTS   AGE\nshop-7d9   1/1     Running   0   4m",
    "  restartPolicy: OnFailure",
    "A pod in state Running has been bound to a node.",
    'watch.go:12:\tif reason == "CrashLoopBackOff" {',
  ],
};
