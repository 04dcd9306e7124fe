import { describe, expect, it } from "vitest";
import { containers } from "./containers.ts";
import { strongest } from "../../../../test/strongest.ts";

const PODS = "NAME        READY   STATUS    RESTARTS   AGE\n";

describe("containers", () => {
  it.each([
    [
      "a pod that keeps crashing",
      `${PODS}shop-7d9   0/1     CrashLoopBackOff   12 (3m ago)   40m`,
      "proof runtime_error",
    ],
    [
      "a pod whose image is not there",
      `${PODS}shop-7d9   0/1     ImagePullBackOff   0   4m`,
      "proof runtime_error",
    ],
    ["a pod in a namespace column", "prod   shop-7d9   0/1   Error   0   4m", "proof runtime_error"],
    ["pods that run", `${PODS}shop-7d9   1/1     Running   0   4m`, "nothing"],
    ["an error of the cluster", 'Error from server (NotFound): pods "shop" not found', "proof runtime_error"],
    [
      "an event",
      "  Warning  FailedMount  3m (x5 over 9m)  kubelet  MountVolume.SetUp failed",
      "strong runtime_error",
    ],
    ["a reason in a description", "      Reason:       OOMKilled", "proof runtime_error"],
    ["helm", "Error: INSTALLATION FAILED: cannot re-use a name that is still in use", "proof runtime_error"],
    [
      "docker run",
      "docker: Error response from daemon: driver failed programming external connectivity.",
      "proof runtime_error",
    ],
    [
      "no daemon",
      "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
      "proof runtime_error",
    ],
    ["compose", "shop-1 exited with code 137", "proof runtime_error"],
    ["compose, well", "migrate-1 exited with code 0", "weak success"],
    [
      "docker ps -a",
      'c0ffee   shop   "node main"   4 hours ago   Exited (1) 3 hours ago   shop',
      "strong runtime_error",
    ],
    ["terraform", "│ Error: creating S3 Bucket (shop): BucketAlreadyExists", "proof runtime_error"],
    [
      "ansible's recap",
      "web1   : ok=3    changed=1    unreachable=0    failed=1    skipped=0",
      "proof runtime_error",
    ],
    [
      "ansible's recap, well",
      "web1   : ok=3    changed=1    unreachable=0    failed=0    skipped=0",
      "proof success",
    ],
    [
      "aws",
      "An error occurred (AccessDenied) when calling the PutObject operation: Access Denied",
      "proof runtime_error",
    ],
    ["systemd", "shop.service: Main process exited, code=exited, status=1/FAILURE", "proof runtime_error"],
    ["a manifest", "  restartPolicy: OnFailure", "nothing"],
    ["a document", "A pod in state Running has been bound to a node.", "nothing"],
    ["a search hit", 'watch.go:12:\tif reason == "CrashLoopBackOff" {', "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([containers], text).saw).toBe(saw);
  });

  it("keeps the exit code of a service", () => {
    expect(strongest([containers], "shop-1 exited with code 137").facts).toEqual({
      framework: "docker",
      exit_code: 137,
    });
  });
});
