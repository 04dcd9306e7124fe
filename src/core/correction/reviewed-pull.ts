/** A pull request and everything that was said about it, whatever code host it is from. */
export interface ReviewedPull {
  /** The web server, such as `github.com`. */
  readonly server: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  /** The end of the description, where trailers are. */
  readonly description: string;
  /** Absent if the source does not say, or the account was deleted. */
  readonly author?: ReviewAuthor;
  readonly labels: readonly string[];
  readonly branch?: string;
  /** Whether the branch is in the repository itself, which requires write access. */
  readonly isOwnBranch: boolean;
  readonly state: "open" | "merged" | "closed" | "unknown";
  readonly createdAt?: string;
  /** When it was merged or closed. */
  readonly endedAt?: string;
  /** Oldest first. */
  readonly commits: readonly PullCommit[];
  readonly threads: readonly ReviewThread[];
  readonly reviews: readonly ReviewRemark[];
  /** Said in the conversation of the pull request, not about a line. */
  readonly comments: readonly ReviewRemark[];
}

export interface ReviewAuthor {
  /** As the code host's REST API spells it, such as `claude[bot]`. */
  readonly login: string;
  readonly isBot: boolean;
  /** Whether they belong to the repository. Absent if the source does not say. */
  readonly isMember?: boolean;
}

export interface PullCommit {
  readonly sha: string;
  /** A login, or a name if the address belongs to no account. */
  readonly author?: string;
  readonly time?: string;
  readonly message: string;
  /** Whether the author signed it, or made it on GitHub's pages. Otherwise anybody can write any author into a commit. */
  readonly isVerified: boolean;
  /** The files that it changed, if the source says. */
  readonly paths?: readonly string[];
}

/** Remarks about the same lines, oldest first. */
export interface ReviewThread {
  readonly path: string;
  /** The lines when they were commented on. Absent for a whole file, and if the source does not say. */
  readonly lines?: ReviewLines;
  /** Where those lines are now. Absent if they have changed. */
  readonly linesNow?: ReviewLines;
  readonly isWholeFile: boolean;
  readonly side: "old" | "new";
  /** The diff up to the last commented line. */
  readonly hunk: string;
  readonly isResolved?: boolean;
  readonly resolvedBy?: string;
  /** Whether the lines have changed since. */
  readonly isOutdated?: boolean;
  readonly remarks: readonly ReviewRemark[];
}

export interface ReviewLines {
  readonly first: number;
  readonly last: number;
}

export interface ReviewRemark {
  /** The code host's own id. */
  readonly id: string;
  readonly url: string;
  readonly author?: ReviewAuthor;
  readonly body: string;
  readonly time?: string;
  /** The commit that was reviewed. */
  readonly commit?: string;
  /** The id of the remark that it answers. */
  readonly replyTo?: string;
  /** The verdict of a review. */
  readonly verdict?: GithubVerdict;
}

export const REVIEW_VERDICTS = ["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"] as const;
export type GithubVerdict = (typeof REVIEW_VERDICTS)[number];

/** A longer text is cut. The second is kept from its end. */
export const MAX_REMARK_BODY = 65_536;
export const MAX_DESCRIPTION = 4_000;
/** A longer diff is left out, because a cut one has wrong line numbers. */
export const MAX_HUNK = 262_144;

/** `owner/name#12`. */
export const pullName = ({ repository, number }: Pick<ReviewedPull, "repository" | "number">): string =>
  `${repository}#${number}`;
