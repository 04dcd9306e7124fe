import { fail, ok, type Result } from "../result.ts";

/** The payload of a request: JSON, or a form with the JSON in its field `payload`, as webhooks can be set to send. */
export function readGithubBody(body: Uint8Array, contentType: string | undefined): Result<unknown, string> {
  const isForm = contentType?.trim().toLowerCase().startsWith("application/x-www-form-urlencoded") === true;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const json = isForm ? new URLSearchParams(text).get("payload") : text;
    if (json === null) return fail("expected the JSON in the form's field payload");
    return ok(JSON.parse(json));
  } catch {
    return fail("expected a body of JSON in UTF-8");
  }
}
