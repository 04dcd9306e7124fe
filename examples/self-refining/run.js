// A draft, a judge and a prompt that gets better: feedback that nobody can act on goes back, the rest refines the prompt.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tell } from "../story.js";

const MOST_ROUNDS = 5;

/** One issue as four rounds say it, what they ask for, and the score. */
const STUBBORN = [
  [
    "The note does not say that amount is in cents now, so callers charge too much",
    "State in the first sentence that amount is in cents from now on",
    0.5,
  ],
  [
    "Callers are not told about the new unit of amount and will charge a hundred times the price",
    "Name the new unit of amount, cents, at the very beginning of the note",
    0.65,
  ],
  [
    "That amounts are given in cents is still missing from the note",
    "Write at the top that amounts are in cents",
    0.65,
  ],
  [
    "Nobody can tell from the note that the unit of amount has become cents",
    "Mention the unit cents of amount in the first sentence",
    0.6,
  ],
];

await tell(import.meta.url, (at) => {
  const path = (name) => join(at.folder, name);
  const rounds = [];
  for (let verdict = "refine"; verdict !== "accept";) {
    const number = rounds.length + 1;
    at.check(`round ${number} is within the ${MOST_ROUNDS} that there may be`, number <= MOST_ROUNDS);
    at.say(`Round ${number}: a draft from the prompt as it is now`);
    const draft = write(readFileSync(path("prompt.md"), "utf8"));
    writeFileSync(path("draft.md"), draft);
    console.log(draft.replace(/^(?=.)/gm, "  | "));

    const { file, document, sentBack } = judgedFitToActOn(at, draft);
    verdict = document.overall_assessment.verdict;
    rounds.push({ verdict, sentBack });
    at.run(`emend iterations record --task release-note --content draft.md ${file}`, {
      expected: "recorded",
    });
    if (verdict === "accept") break;
    at.run(`emend refine prompt.md --feedback ${file} > better.md`, { expected: "applied " });
    at.run(`emend refine better.md --feedback ${file} > again.md`, {
      expected: "the prompt already says it",
    });
    at.check("the same feedback again changes nothing", same(path("better.md"), path("again.md")));
    copyFileSync(path("better.md"), path("prompt.md"));
  }

  at.say("Approved; the prompt that did it");
  const prompt = readFileSync(path("prompt.md"), "utf8");
  console.log(prompt.replace(/^(?=.)/gm, "  | "));
  at.check(
    "it took three rounds, and two answers of the judge went back",
    JSON.stringify(rounds) ===
      JSON.stringify([
        { verdict: "refine", sentBack: 1 },
        { verdict: "refine", sentBack: 1 },
        { verdict: "accept", sentBack: 0 },
      ]),
  );
  const times = (text) => prompt.split(text).length - 1;
  at.check("the prompt still begins with the task", prompt.startsWith("Write the release note"));
  at.check(
    "each correction is in it once",
    times("is in cents from version 2.4 on") === 1 && times("Add a last sentence") === 1,
  );
  at.check("nothing vague got in", times("Maybe") === 0 && times("Consider") === 0);
  at.run("emend refine prompt.md --score", { expected: "of 10" });

  at.run("emend iterations show release-note", { expected: "best is round 3" });
  const history = JSON.parse(at.run("emend iterations show release-note --json", { quiet: true }));
  at.check("the best round is the accepted one", history.best_round.number === 3);
  at.check("nothing came up twice, and nobody had to be asked", history.escalations.length === 0);
  at.check(
    "that the feedback was followed is worked out from the next round",
    history.rounds[0].followed.value === 1 && history.rounds[0].followed.source === "worked_out",
  );

  at.say("Another loop: the writer does not listen, and the judge says it in other words each time");
  const stubborn = STUBBORN.map(([issue, action, score], index) => {
    const file = `stubborn-${index + 1}.json`;
    writeFileSync(path(file), JSON.stringify(documentOf(index + 1, issue, action, score)));
    const said = at.run(`emend iterations record --task stubborn ${file} --json`, { quiet: true });
    return JSON.parse(said).history;
  });
  const classes = stubborn.map(({ rounds: all }) => all.at(-1).items[0].class);
  at.check(
    "the same issue is seen through its words",
    JSON.stringify(classes) === JSON.stringify(["new", "repeated", "repeated", "repeated"]),
  );
  const ids = new Set(stubborn.map(({ rounds: all }) => all.at(-1).items[0].issue_id));
  at.check("it is one issue in all four rounds", ids.size === 1);
  const escalated = stubborn.map(({ rounds: all }) => all.at(-1).escalations.length);
  at.check("it escalates once, in the third round", escalated.join() === "0,0,1,0");
  at.run("emend iterations show stubborn", { expected: "not settling" });
  at.check(
    "the result is the best round, not the last, and the earlier of equals",
    stubborn.at(-1).best_round.number === 2,
  );
});

/** A round of feedback as the standard has it. */
function documentOf(number, issue, action, score) {
  return {
    id: `3f0c8a54-7b1e-4c7d-9d5a-2e6b1f9a0d${number}0`,
    timestamp: `2026-03-05T09:${number}0:00Z`,
    iteration: { number, max: 5, phase: number === 1 ? "initial" : "refinement" },
    target: { type: "document", path: "draft.md" },
    feedback_items: [
      {
        aspect: "completeness",
        severity: "major",
        score,
        issue,
        location: { type: "section", reference: "Introduction" },
        suggestion: { action, rationale: "Whoever reads only one sentence learns what breaks their program" },
      },
    ],
    overall_assessment: {
      score,
      verdict: "refine",
      summary: "The note lists what changed, but it hides the one change that breaks every caller.",
    },
  };
}

/** Asks the judge until what it says is fit to act on; an answer that is not goes back with what is missing. */
function judgedFitToActOn(at, draft) {
  let missing = [];
  for (let sentBack = 0; sentBack < 3; sentBack += 1) {
    const file = judge(draft, missing);
    const strict = file.endsWith(".json") ? " --strict" : "";
    const { actionable, violations } = JSON.parse(
      at.run(`emend feedback lint ${file}${strict} --json || true`, { quiet: true }),
    );
    at.run(`emend feedback lint ${file}${strict}`, { code: actionable ? 0 : 1 });
    if (actionable) {
      return { file, document: JSON.parse(readFileSync(join(at.folder, file), "utf8")), sentBack };
    }
    missing = violations.map(({ path, hint }) => `${path}: ${hint}`);
    at.check(
      "what goes back says where the problem is not told",
      missing.some((one) => one.startsWith("location")),
    );
  }
  throw new Error("the judge was asked three times, and nothing that it said could be acted on");
}

/** Stands for a model that writes: what the prompt asks for is in the draft, and nothing else. */
function write(prompt) {
  return [
    ...(prompt.includes("cents") ? ["From version 2.4 on, `amount` is in cents."] : []),
    "Version 2.4 of the payment service is out.",
    "",
    "## Changes",
    "",
    "- Changed: refunds are answered at once",
    "- Changed: the field `note` may be empty",
    ...(prompt.includes("switched off") ? ["", "Version 2.3 is switched off on 2026-06-30."] : []),
    "",
  ].join("\n");
}

/** Stands for a judge, a person or a model: careless at first, better once told what is missing. */
function judge(draft, missing) {
  if (!draft.includes("in cents")) return missing.length === 0 ? "answers/1-vague.txt" : "answers/1.json";
  if (!draft.includes("switched off"))
    return missing.length === 0 ? "answers/2-incomplete.json" : "answers/2.json";
  return "answers/3.json";
}

function same(one, other) {
  return readFileSync(one, "utf8") === readFileSync(other, "utf8");
}
