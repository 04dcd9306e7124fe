// A minute with Emend: what it does, each run for real and checked. Exits 1 when one does not do what it says.
import { tell } from "../story.js";

await tell(import.meta.url, async (at) => {
  at.say("A model's review, broken in the usual ways, read safely");
  at.run("emend review check answer.txt --changed-files changed-files.txt", {
    expected: ["accepted: 2 findings, 1 dropped", "src/users/find-user.ts:18", "letter_case", "truncated"],
  });
  at.say("A failing test run, heard without a hint");
  at.run("emend detect test-run.txt", {
    expected: ["verification_failure", "tests/test_cart.py::test_total"],
  });
  at.say("The same run, turned into a better prompt");
  at.run("emend refine prompt.txt --feedback test-run.txt", {
    expected: ["Fix the cart total.", "test_total"],
  });
  at.say("A review comment that nobody can act on, and why");
  at.run("emend feedback lint comment.txt", { code: 1, expected: "could be better" });
  at.say("A rejection that people and agents can both read");
  at.run("emend reject missing_tests out_of_scope_change --source ci", {
    expected: ["<!-- REJECTION: ", "missing_tests"],
  });
});
