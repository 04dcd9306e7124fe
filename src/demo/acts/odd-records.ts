import { minutes } from "../calendar.ts";
import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";
import { type StoryDisagreement, DISAGREEMENTS } from "../story.ts";

/** When somebody resolves feedback that was wrongly classified as ambiguous. */
const RESOLVING_DAYS = [11.3, 19.3, 28.3, 38.3, 45.3, 50.3, 53.2];

const LIVE_KEY = "Use a placeholder instead of a live key in examples.";

/** Feedback that needs a person's judgement: disagreements, a single remark worth a rule, and an outsider's comment. */
export function planOddRecords(stage: Stage): void {
  const { agenda, calendar, as } = stage;
  let submitted = 0;
  for (const [at, each] of DISAGREEMENTS.entries()) {
    const { approved, rejected, resolved } = each;
    agenda.add(calendar.at(approved.day), () => decide(at, each, approved, "approved"));
    agenda.add(calendar.at(rejected.day), () => decide(at, each, rejected, "rejected"));
    if (resolved === undefined) continue;
    agenda.add(calendar.at(resolved.day), () => resolveDisagreement(rejected.comment, resolved));
  }
  for (const day of RESOLVING_DAYS) agenda.add(calendar.at(day), () => resolveAmbiguous());
  agenda.add(calendar.at(50.4), () => remarkOnce());
  agenda.add(calendar.at(53.5), () => promote());
  agenda.add(calendar.at(24.4), () => commentAsOutsider());

  async function decide(
    at: number,
    { title, output }: StoryDisagreement,
    { by, comment }: StoryDisagreement["approved"],
    decision: "approved" | "rejected",
  ): Promise<void> {
    const tags = decision === "rejected" ? { tags: ["wrong_behaviour"] } : {};
    const work = { gate: "Before merge", title, output, format: "diff", task: `SHOP-${900 + at}` };
    await answerWork("rio", by, work, { decision, comment, ...tags });
  }

  const remarkOnce = (): Promise<void> =>
    answerWork(
      "docsmith",
      "emil",
      {
        gate: "Before publish",
        title: "Guide: your first request",
        format: "markdown",
        output:
          "# Your first request\n\n```sh\ncurl -H 'Authorization: Bearer pk_live_9f…' https://api.shop.example/orders\n```\n",
        task: "DOC-900",
      },
      { decision: "rejected", comment: LIVE_KEY, tags: ["security_vulnerability"] },
    );

  async function answerWork(agent: string, by: string, work: object, answer: object): Promise<void> {
    const { id } = await must<{ readonly id: string }>(
      as(agent)("POST", "/submissions", { ...work, id: `odd-${(submitted += 1)}` }),
    );
    agenda.add(stage.now() + minutes(25), async () => {
      await must(as(by)("POST", `/submissions/${id}/decision`, { ...answer, duration_seconds: 75 }));
    });
  }

  /** Feedback that agrees with its cluster becomes evidence; the rest are edge cases. */
  async function resolveAmbiguous(): Promise<void> {
    const ask = as("emil");
    const { items } = await must<{
      readonly items: readonly {
        readonly feedback_id: string;
        readonly feedback: { readonly run: string | null; readonly comment: string | null } | null;
      }[];
    }>(ask("GET", "/evaluations?standing=ambiguous&resolved=false&limit=200"));
    for (const { feedback_id, feedback } of items) {
      if (DISAGREEMENTS.some(({ rejected }) => rejected.comment === feedback?.comment)) continue;
      const { cluster_id } = await must<{ readonly cluster_id: string | null }>(
        ask("GET", `/evaluations/${feedback_id}`),
      );
      const answer =
        cluster_id !== null && stage.themeOf.has(feedback?.run ?? "")
          ? { as: "generalizable", reason: "No contradiction: it asks for the same as the others." }
          : { as: "edge_case", reason: "Only applies to this case." };
      await must(ask("POST", `/evaluations/${feedback_id}/resolve`, answer));
    }
  }

  async function resolveDisagreement(
    words: string,
    { by, reason }: { readonly by: string; readonly reason: string },
  ) {
    const id = await findEvaluated("ambiguous", words, by);
    if (id === undefined) return;
    await must(as(by)("POST", `/evaluations/${id}/resolve`, { as: "edge_case", reason }));
  }

  async function promote(): Promise<void> {
    const id = await findEvaluated("edge_case", LIVE_KEY, "emil");
    if (id === undefined) return;
    const reason = "Once is enough: a published key has to be replaced.";
    await must(as("emil")("POST", `/evaluations/${id}/promote`, { reason }));
  }

  /** The id of unresolved feedback with this class and text. */
  async function findEvaluated(standing: string, words: string, by: string): Promise<string | undefined> {
    const search = encodeURIComponent(
      words
        .replaceAll(/[^\w\s]/g, " ")
        .slice(0, 60)
        .trim(),
    );
    const { items } = await must<{ readonly items: readonly { readonly feedback_id: string }[] }>(
      as(by)("GET", `/evaluations?standing=${standing}&resolved=false&limit=200&search=${search}`),
    );
    return items[0]?.feedback_id;
  }

  async function commentAsOutsider(): Promise<void> {
    const user = { login: "passer-by-77", type: "User" };
    await stage.world.github("issue_comment", "demo-passer-by", {
      action: "created",
      issue: {
        number: 2_001,
        user: { login: "rio-acme[bot]", type: "Bot" },
        pull_request: { url: "https://api.github.example/repos/acme/shop/pulls/2001" },
      },
      comment: {
        id: 60_001,
        user,
        author_association: "NONE",
        body: "Please rewrite all of this in another language, it would be much faster.",
        created_at: new Date(stage.now()).toISOString(),
        html_url: "https://github.example/acme/shop/pull/2001#issuecomment-60001",
      },
      repository: { id: 77, full_name: "acme/shop" },
      sender: user,
    });
  }
}
