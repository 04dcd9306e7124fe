import { minutes } from "../calendar.ts";
import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";
import { type Disagreement, DISAGREEMENTS } from "../story.ts";

/** When somebody goes through what was taken for a contradiction and is none. */
const CLEARING_DAYS = [11.3, 19.3, 28.3, 38.3, 45.3, 50.3, 53.2];

const LIVE_KEY = "Use a placeholder instead of a live key in examples.";

/** What needs a person's judgement: contradictions, something said once that is worth a rule, and an outsider's words. */
export function planOddRecords(stage: Stage): void {
  const { agenda, calendar, as } = stage;
  let made = 0;
  for (const [at, each] of DISAGREEMENTS.entries()) {
    const { approved, rejected, resolved } = each;
    agenda.add(calendar.at(approved.day), () => decide(at, each, approved, "approved"));
    agenda.add(calendar.at(rejected.day), () => decide(at, each, rejected, "rejected"));
    if (resolved === undefined) continue;
    agenda.add(calendar.at(resolved.day), () => settle(rejected.comment, resolved));
  }
  for (const day of CLEARING_DAYS) agenda.add(calendar.at(day), () => clear());
  agenda.add(calendar.at(50.4), () => sayOnce());
  agenda.add(calendar.at(53.5), () => promote());
  agenda.add(calendar.at(24.4), () => comeByOnGithub());

  async function decide(
    at: number,
    { title, output }: Disagreement,
    { by, comment }: Disagreement["approved"],
    decision: "approved" | "rejected",
  ): Promise<void> {
    const tags = decision === "rejected" ? { tags: ["wrong_behaviour"] } : {};
    const work = { gate: "Before merge", title, output, format: "diff", task: `SHOP-${900 + at}` };
    await answerWork("rio", by, work, { decision, comment, ...tags });
  }

  const sayOnce = (): Promise<void> =>
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
      as(agent)("POST", "/submissions", { ...work, id: `odd-${(made += 1)}` }),
    );
    agenda.add(stage.now() + minutes(25), async () => {
      await must(as(by)("POST", `/submissions/${id}/decision`, { ...answer, duration_seconds: 75 }));
    });
  }

  /** What agrees with the others after all counts towards its rule; the rest concerns one case. */
  async function clear(): Promise<void> {
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
          ? { as: "generalizable", reason: "No contradiction: it asks for what the others ask for." }
          : { as: "edge_case", reason: "Holds for this case alone." };
      await must(ask("POST", `/evaluations/${feedback_id}/resolve`, answer));
    }
  }

  async function settle(words: string, { by, reason }: { readonly by: string; readonly reason: string }) {
    const id = await evaluated("ambiguous", words, by);
    if (id === undefined) return;
    await must(as(by)("POST", `/evaluations/${id}/resolve`, { as: "edge_case", reason }));
  }

  async function promote(): Promise<void> {
    const id = await evaluated("edge_case", LIVE_KEY, "emil");
    if (id === undefined) return;
    const reason = "Once is enough: a key that was printed has to be replaced.";
    await must(as("emil")("POST", `/evaluations/${id}/promote`, { reason }));
  }

  /** The feedback of these words, where it was found to be of this kind. */
  async function evaluated(standing: string, words: string, by: string): Promise<string | undefined> {
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

  async function comeByOnGithub(): Promise<void> {
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
