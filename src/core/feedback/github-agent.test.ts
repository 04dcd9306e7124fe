import { describe, expect, it } from "vitest";
import { agentOfBranch, agentOfLogin, githubAgent } from "./github-agent.ts";

const agents = { "rio-app[bot]": "rio" };
const inside = {
  user: { login: "ana", type: "User" },
  author_association: "MEMBER",
  labels: [{ name: "bug" }],
  body: "",
  head: { ref: "cart", repo: { id: 5 } },
  base: { repo: { id: 5 } },
};
const outside = {
  ...inside,
  user: { login: "eve", type: "User" },
  author_association: "NONE",
  head: { ref: "agent/rio/cart", repo: { id: 6 } },
  body: "Agent: rio",
};

describe("githubAgent", () => {
  it.each<[why: string, pull: unknown, agent: string | undefined]>([
    ["nobody says", inside, undefined],
    ["the login is known, in any case", { ...inside, user: { login: "Rio-App[bot]" } }, "rio"],
    ["a label names it", { ...inside, labels: [{ name: "bug" }, { name: "agent: mia " }] }, "mia"],
    ["a branch names it", { ...inside, head: { ...inside.head, ref: "agent/mia/cart" } }, "mia"],
    ["a trailer names it", { ...inside, body: "Adds a cart.\r\n\r\nRef: 4\r\nagent: mia\r\n" }, "mia"],
    ["the last trailer counts", { ...inside, body: "Agent: a\nAgent: b" }, "b"],
    ["a line higher up is no trailer", { ...inside, body: "Agent: mia\n\nThat is all." }, undefined],
    ["a trailer is empty", { ...inside, body: "Agent:  " }, undefined],
    ["a name is too long to be one", { ...inside, body: `Agent: ${"x".repeat(101)}` }, undefined],
    [
      "the login comes before label, branch and trailer",
      { ...inside, user: { login: "rio-app[bot]" }, labels: [{ name: "agent:mia" }], body: "Agent: zoe" },
      "rio",
    ],
    [
      "the label comes before branch and trailer",
      { ...inside, labels: [{ name: "agent:mia" }], head: { ...inside.head, ref: "agent/zoe/x" } },
      "mia",
    ],
    ["an outsider's branch and trailer say nothing", outside, undefined],
    [
      "an outsider's work may be labelled from within",
      { ...outside, labels: [{ name: "agent:mia" }] },
      "mia",
    ],
    [
      "a bot within the repository names itself",
      {
        ...outside,
        user: { login: "x[bot]", type: "Bot" },
        head: { ref: "agent/mia/cart", repo: { id: 5 } },
      },
      "mia",
    ],
    ["the fork is gone", { ...outside, head: { ref: "agent/rio/x", repo: null } }, undefined],
    [
      "an issue has no branch",
      { ...inside, head: undefined, base: undefined, body: "x\n\nAgent: mia" },
      "mia",
    ],
    ["it is no object", [1], undefined],
    ["its fields are of other kinds", { user: 1, labels: "agent:x", body: {}, head: [] }, undefined],
  ])("when %s", (_why, pull, agent) => {
    expect(githubAgent(pull, agents)).toBe(agent);
  });

  it("finds nobody under the names that every object has", () => {
    for (const login of ["constructor", "__proto__", "toString"]) {
      expect(agentOfLogin(login, agents)).toBeUndefined();
    }
    expect(agentOfLogin("__proto__", JSON.parse('{"__proto__":"rio"}') as Record<string, string>)).toBe(
      "rio",
    );
  });

  it.each([
    ["agent/rio/", undefined],
    ["agent/rio", undefined],
    ["agents/rio/x", undefined],
    ["agent//x", undefined],
    ["agent/rio/a/b", "rio"],
    [7, undefined],
  ])("reads the branch %s as %s", (branch, agent) => {
    expect(agentOfBranch(branch)).toBe(agent);
  });
});
