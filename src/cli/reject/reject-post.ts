import type { CliIo } from "../cli-io.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { openCodeHost } from "../open/open-code-host.ts";
import { parsePullRequestArgument } from "../options/parse-options.ts";
import type { RejectOptions } from "./reject.ts";

/** `emend reject --post`: posts one comment per source, and updates it on later rejections. */
export async function postRejection(
  request: { readonly comment: string; readonly source: string; readonly pull: string },
  options: RejectOptions,
  io: CliIo,
): Promise<void> {
  const rejection = {
    pull: parsePullRequestArgument(request.pull),
    body: request.comment,
    mark: `rejection/${request.source}`,
  };
  if (options.dryRun === true) return void io.stdout.write(toJson(rejection));
  const host = await openCodeHost(io);
  const { outcome, url } = await host.putRejection(rejection);
  const line = url === undefined ? outcome : `${outcome}: ${url}`;
  io.stdout.write(options.json === true ? `${JSON.stringify({ outcome, url })}\n` : `${safeLine(line)}\n`);
}
