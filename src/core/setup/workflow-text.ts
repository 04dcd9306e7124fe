/** A workflow that checks what a reviewer wrote about a pull request; it is given nothing but the right to read. */
export const workflowText = (version: string): string => `\
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
          node-version: 24
      - name: Check the review
        if: \${{ hashFiles('review.json') != '' }}
        env:
          BASE: \${{ github.event.pull_request.base.sha }}
        run: npx --yes emend@${version} review check review.json --range "$BASE...HEAD" --format github
`;
