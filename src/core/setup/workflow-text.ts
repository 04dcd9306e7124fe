import type { SetupCommand } from "./setup-command.ts";
import { LOCAL_COMMAND } from "./setup-command.ts";

/** How a workflow installs Emend: from the registry, from the repository's dependencies, or from a verified tarball. */
export interface WorkflowSource {
  readonly version: string;
  readonly command: SetupCommand;
  /** The package name on the registry, once it is ours. */
  readonly publishedAs: string | null;
}

const IF_ANSWERED = "if: ${{ hashFiles('review.json') != '' }}";

/** Installs exactly the file whose checksum was written down. */
const FROM_TARBALL = `
      - name: Install Emend
        ${IF_ANSWERED}
        env:
          # Set these two variables of the repository: the https address of the tarball that \`npm pack --json\` wrote, and
          # the checksum that it printed as "integrity".
          TARBALL: \${{ vars.EMEND_TARBALL }}
          INTEGRITY: \${{ vars.EMEND_INTEGRITY }}
        run: |
          if [ -z "$TARBALL" ] || [ -z "$INTEGRITY" ]; then
            echo "::error::set the variables EMEND_TARBALL and EMEND_INTEGRITY of this repository"
            exit 2
          fi
          file="$RUNNER_TEMP/emend.tgz"
          curl --fail --silent --show-error --location --proto '=https' --output "$file" "$TARBALL"
          checksum=$(openssl dgst -sha512 -binary "$file" | base64 --wrap 0)
          found="sha512-$checksum"
          if [ "$found" != "$INTEGRITY" ]; then
            echo "::error::the tarball is not the one that EMEND_INTEGRITY names"
            exit 1
          fi
          npm install --prefix "$RUNNER_TEMP/emend" --ignore-scripts --no-audit --no-fund "$file"
          echo "$RUNNER_TEMP/emend/node_modules/.bin" >> "$GITHUB_PATH"`;

const FROM_LOCKFILE = `
      - name: Install what the repository depends on
        ${IF_ANSWERED}
        run: npm ci --ignore-scripts --no-audit --no-fund`;

function sourceOf({ version, command, publishedAs }: WorkflowSource): {
  readonly install: string;
  readonly run: string;
} {
  if (command.join(" ") === LOCAL_COMMAND.join(" "))
    return { install: FROM_LOCKFILE, run: command.join(" ") };
  if (publishedAs !== null) return { install: "", run: `npx --yes ${publishedAs}@${version}` };
  return { install: FROM_TARBALL, run: "emend" };
}

/** A workflow that checks a reviewer's answer on pull requests, with read-only permissions. */
export function workflowText(source: WorkflowSource): string {
  const { install, run } = sourceOf(source);
  return `\
# Checks a machine reviewer's answer on each pull request: findings about files of the change are shown on it,
# others are dropped, and an answer that breaks the format fails the step; --fail-on high makes findings fail it
# too. Put your reviewer's step before the last one, and let it write review.json.
name: emend
on: pull_request
permissions:
  contents: read
jobs:
  review:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@v5
        with:
          node-version: 24${install}
      - name: Check the review
        ${IF_ANSWERED}
        env:
          BASE: \${{ github.event.pull_request.base.sha }}
        run: ${run} review check review.json --range "$BASE...HEAD" --format github
`;
}
