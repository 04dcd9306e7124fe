/** What is no JSON is given as text, for its handler to refuse. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
