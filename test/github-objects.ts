const TIME = "2026-11-15T12:00:00Z";
const HOME = "https://github.test";

export type GithubObject = Readonly<Record<string, unknown>> & { readonly id: number };

/** An account, with all that GitHub tells of one. */
function account(login: string): Readonly<Record<string, unknown>> {
  const url = `${HOME}/users/${encodeURIComponent(login)}`;
  const links = [
    "followers_url",
    "following_url",
    "gists_url",
    "starred_url",
    "subscriptions_url",
    "organizations_url",
    "repos_url",
    "events_url",
    "received_events_url",
  ];
  return {
    login,
    id: 7,
    node_id: "U_7",
    avatar_url: `${url}.png`,
    gravatar_id: "",
    url,
    html_url: url,
    ...Object.fromEntries(links.map((name) => [name, `${url}/${name}`])),
    type: login.endsWith("[bot]") ? "Bot" : "User",
    site_admin: false,
  };
}

export function issueComment(id: number, login: string, body: string): GithubObject {
  return {
    id,
    node_id: `IC_${id}`,
    url: `${HOME}/comments/${id}`,
    html_url: `${HOME}/pull/12#issuecomment-${id}`,
    issue_url: `${HOME}/issues/12`,
    body,
    user: account(login),
    created_at: TIME,
    updated_at: TIME,
    author_association: "CONTRIBUTOR",
  };
}

export function pullReview(id: number, login: string, body: string, commit: string): GithubObject {
  const link = { href: `${HOME}/pull/12` };
  return {
    id,
    node_id: `PRR_${id}`,
    user: account(login),
    body,
    state: "COMMENTED",
    commit_id: commit,
    html_url: `${HOME}/pull/12#pullrequestreview-${id}`,
    pull_request_url: `${HOME}/pull/12`,
    _links: { html: link, pull_request: link },
    submitted_at: TIME,
    author_association: "CONTRIBUTOR",
  };
}

export function reviewComment(
  id: number,
  login: string,
  commit: string,
  sent: Readonly<Record<string, unknown>>,
): GithubObject {
  const link = { href: `${HOME}/pull/12` };
  return {
    subject_type: "line",
    ...sent,
    id,
    node_id: `PRRC_${id}`,
    url: `${HOME}/review-comments/${id}`,
    pull_request_review_id: null,
    diff_hunk: "@@ -1 +1 @@",
    commit_id: commit,
    original_commit_id: commit,
    user: account(login),
    created_at: TIME,
    updated_at: TIME,
    html_url: `${HOME}/pull/12#discussion_r${id}`,
    pull_request_url: `${HOME}/pull/12`,
    author_association: "CONTRIBUTOR",
    _links: { self: link, html: link, pull_request: link },
  };
}

interface SentCheck {
  readonly name: string;
  readonly head_sha: string;
  readonly external_id: string;
  readonly status: string;
  readonly conclusion?: string;
  readonly output: { readonly title: string; readonly summary: string };
}

export function checkRun(id: number, sent: SentCheck, annotations: number): GithubObject {
  const url = `${HOME}/runs/${id}`;
  return {
    id,
    node_id: `CR_${id}`,
    head_sha: sent.head_sha,
    external_id: sent.external_id,
    name: sent.name,
    url,
    html_url: url,
    details_url: url,
    status: sent.status,
    conclusion: sent.conclusion ?? null,
    started_at: TIME,
    completed_at: sent.conclusion === undefined ? null : TIME,
    output: {
      title: sent.output.title,
      summary: sent.output.summary,
      text: null,
      annotations_count: annotations,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: 1 },
    app: null,
    pull_requests: [],
  };
}
