import type { Config } from "../../config/config.ts";
import { verifySignature } from "../../core/github/verify-signature.ts";
import type { GithubHook } from "../../http/http-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { parseGithubAgents } from "../open/github-agents.ts";
import { VERSION } from "../version.ts";
import { driversOf } from "../open/drivers-of.ts";

/** Verifies GitHub's deliveries; undefined if no secret is configured. */
export async function openGithubHook({ github }: Config, { cwd }: CliIo): Promise<GithubHook | undefined> {
  const { webhookSecret: secret, agents: entries = [], peopleWork } = github;
  const { agents = {} } = parseGithubAgents(entries, "github.agents");
  if (secret === undefined) return undefined;
  if (secret.trim() === "") {
    // With an empty secret anybody could sign.
    throw usageError(
      "webhook_secret_empty",
      "github.webhook_secret is empty",
      "set it to the secret of the GitHub webhook, or remove the setting to accept no webhooks",
    );
  }
  const { openWebhooks } = await driversOf({ cwd });
  const { createMac } = await openWebhooks({ userAgent: `emend/${VERSION}` });
  const macs = [createMac(Buffer.from(secret))];
  return {
    verify: (body, signature) => verifySignature(body, signature, macs),
    agents,
    keepPeopleWork: peopleWork === "keep",
  };
}
