import { defined } from "../../core/defined.ts";
import type { Config } from "../../config/config.ts";
import { serverUrl } from "../open/server-url.ts";
import type { StatusFacts } from "./status-report.ts";

/** Whoever is not there by then is as good as not there for somebody who looks. */
const PATIENCE_MS = 150;

/**
 * Asks the server that hooks deliver to, else the one that `emend serve` would start here, whether it is alive. No token is
 * sent.
 */
export async function askServer({
  url,
  host,
  port,
  publicUrl,
}: Partial<Config["server"]>): Promise<StatusFacts["server"]> {
  const isOurs = url === undefined;
  if (isOurs && (host === undefined || port === undefined || port === 0)) return null;
  const address = url ?? serverUrl({ host: host!, ...defined({ publicUrl }) }, port!);
  const shown = address.replace(/\/+$/, "");
  try {
    const answer = await fetch(`${shown}/healthz`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: "manual",
    });
    const body: unknown = answer.ok ? await answer.json() : null;
    const answers = typeof body === "object" && body !== null && "status" in body && body.status === "alive";
    return { url: shown, answers, isOurs };
  } catch {
    return { url: shown, answers: false, isOurs };
  }
}
