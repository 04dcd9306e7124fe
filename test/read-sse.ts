export interface SentEvent {
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows which event it waits for
  readonly data: any;
}

/** Reads server-sent events until there are so many. */
export async function readSse(
  response: Response,
  count: number,
  withinMs = 10_000,
): Promise<readonly SentEvent[]> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  const found: SentEvent[] = [];
  let text = "";
  const late = setTimeout(() => void reader.cancel(), withinMs);
  try {
    while (found.length < count) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop()!;
      for (const part of parts) {
        const fields = new Map(part.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        if (fields.has("data")) {
          found.push({
            id: fields.get("id")!,
            event: fields.get("event")!,
            data: JSON.parse(fields.get("data")!),
          });
        }
      }
    }
  } finally {
    clearTimeout(late);
    await reader.cancel();
  }
  return found;
}
