/** Passes invalid JSON on as text, for the handler to refuse. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
