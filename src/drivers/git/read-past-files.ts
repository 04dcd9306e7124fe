import type { PastFile } from "../../ports/commit-history.ts";
import type { Git } from "./git-process.ts";
import { readBlobs } from "./read-blobs.ts";

/** Larger files are not source code. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads files as commits left them, through one process of git. */
export async function* readPastFiles<Asked extends PastFile>(
  git: Git,
  wanted: Iterable<Asked>,
): AsyncGenerator<{ readonly asked: Asked; readonly text: string | undefined }> {
  const named = function* (): Generator<{ readonly blob: string; readonly file: Asked }> {
    // A line break would end the name.
    for (const file of wanted)
      if (!/[\n\r\0]/.test(file.path)) yield { blob: `${file.sha}:${file.path}`, file };
  };
  for await (const { asked, content } of readBlobs(git, named(), { most: MOST_BYTES, mayLack: true }))
    yield { asked: asked.file, text: textOf(content) };
}

function textOf(content: Buffer | undefined): string | undefined {
  if (content === undefined || content.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
