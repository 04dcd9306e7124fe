import { describe, expect, it } from "vitest";
import { createReviewThreads } from "./review-threads.ts";

const PULL = "https://api.github.com/repos/acme/shop/pulls/";

let id = 0;
function comment(pull: number, login: string, body: string, to?: { readonly id: number }) {
  id += 1;
  return {
    id,
    pull_request_url: `${PULL}${pull}`,
    user: { login },
    body,
    ...(to === undefined ? {} : { in_reply_to_id: to.id }),
  };
}

function authors(comments: readonly ReturnType<typeof comment>[]): readonly string[] {
  const threads = createReviewThreads();
  threads.add(comments);
  return [...new Set(comments.filter(threads.isByAuthor).map(({ user }) => user.login))].toSorted();
}

describe("createReviewThreads", () => {
  it("16.1 takes whoever only answers others for the author", () => {
    const first = comment(1, "ana", "Close the handle.");
    const second = comment(1, "ana", "Name the unit.");
    expect(
      authors([
        first,
        comment(1, "bo", "It is closed by the caller.", first),
        second,
        comment(1, "bo", "hm", second),
      ]),
    ).toEqual(["bo"]);
  });

  it("16.1 takes whoever reports work in others' threads for the author, also of threads they began", () => {
    const first = comment(2, "ana", "Close the handle.");
    const note = comment(2, "bo", "The cart keeps its own clock because the shop's one is mocked.");
    const all = [first, note, comment(2, "bo", "Fixed in 31fe0a2", first), comment(2, "ana", "I see", note)];
    expect(authors(all)).toEqual(["bo"]);
    expect(authors(all.toReversed())).toEqual(["bo"]);
  });

  it("16.1 does not take a frequent reviewer who answers for the author", () => {
    const reviews = [11, 12, 13].map((pull) => comment(pull, "ana", "Name the unit."));
    const asked = comment(14, "bo", "Should the cart own this?");
    expect(authors([...reviews, asked, comment(14, "ana", "The shop should own it.", asked)])).toEqual([
      "bo",
    ]);
  });

  it("takes the export's word for it", () => {
    const note = { ...comment(3, "bo", "Please look here."), pull_request: { user: { login: "Bo" } } };
    const other = comment(3, "ana", "Name the unit.");
    expect(authors([note, other, comment(3, "cy", "Agreed", other)])).toEqual(["bo"]);
  });

  it("names nobody if nobody answers, or reviewers answer themselves", () => {
    const first = comment(4, "ana", "Close the handle.");
    expect(authors([first, comment(4, "ana", "And flush it.", first), comment(4, "cy", "Name it.")])).toEqual(
      [],
    );
    expect(createReviewThreads().isByAuthor({ user: { login: "x" } })).toBe(false);
    expect(createReviewThreads().isByAuthor(null)).toBe(false);
  });
});
