import type { IssueJudge } from "../../app/iteration/judge-findings.ts";
import type { CliIo } from "../cli-io.ts";
import { embedderOf } from "./open-learning.ts";

/** What tells the same issue in other words; the model is opened with the first question, and once. */
export function openIssueJudge(io: CliIo): () => Promise<IssueJudge> {
  let opened: Promise<IssueJudge> | undefined;
  const open = async (): Promise<IssueJudge> => {
    const { compose } = await import("../../compose.ts");
    const emend = compose({ cwd: io.cwd });
    const embedder = await emend.openEmbedder(await embedderOf(io));
    return { embedder, judge: await emend.openJudge({ model: embedder.name }) };
  };
  return () => (opened ??= open());
}
