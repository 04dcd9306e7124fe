type Json = Readonly<Record<string, unknown>>;

const KB_64 = 65_536;

/** What GitHub's description says in words only. */
export function limitComplaints(id: string, body: Json, query: URLSearchParams): readonly string[] {
  const found: string[] = [];
  const ask = (isFine: boolean, what: string): void => void (isFine || found.push(`${id}: ${what}`));
  ask(Number(query.get("per_page") ?? 1) <= 100, "per_page is over 100");
  const text = body["body"];
  if (typeof text === "string") ask(text.trim() !== "" && text.length <= 65_536, "body is blank or too long");
  if (id === "pulls/create-review") {
    ask(typeof text === "string", "an event COMMENT needs a body");
    for (const comment of (body["comments"] ?? []) as readonly Json[]) {
      const { line, start_line: start, side, start_side: startSide } = comment;
      ask(
        side === "RIGHT" && typeof line === "number" && line > 0,
        "a comment needs a line on the right side",
      );
      ask(
        start === undefined || (typeof start === "number" && start < (line as number)),
        "start_line must be before line",
      );
      ask((start === undefined) === (startSide === undefined), "start_line and start_side go together");
      ask(String(comment["body"]).length <= 65_536, "a comment is too long");
    }
  }
  if (id === "pulls/create-review-comment" && body["subject_type"] === "file") {
    ask(
      ["line", "side", "start_line", "position"].every((key) => body[key] === undefined),
      "a file comment has no lines",
    );
  }
  for (const annotation of annotationsOf(body)) {
    const {
      start_line: start,
      end_line: end,
      start_column: column,
      title,
      message,
      raw_details: details,
    } = annotation;
    ask(Number(start) >= 1 && Number(start) <= Number(end), "start_line must not be after end_line");
    ask(column === undefined || start === end, "columns are for one line");
    ask(String(title).length <= 255, "a title is too long");
    for (const words of [message, details]) {
      ask(typeof words !== "string" || Buffer.byteLength(words) <= KB_64, "a text is over 64 KB");
    }
    ask(String(message) !== "", "a message is empty");
  }
  return found;
}

const annotationsOf = (body: Json): readonly Json[] =>
  ((body["output"] as Json | undefined)?.["annotations"] ?? []) as readonly Json[];
