/** A way to run or install something by a name of the npm registry, each with `emend` as that name. */
const FETCHES: readonly RegExp[] = [
  /\b(?:npx|bunx|pnpx|npm exec|pnpm dlx|yarn dlx|bun x)(?: {1,3}-{1,2}[\w=-]{0,30}){0,5} {1,3}["']?emend\b(?![./-])/g,
  /\b(?:npm|pnpm|yarn|bun)(?: global)? {1,3}(?:install|i|add)\b[^\n|;&#]{0,200}?[ "']emend(?:@[^\s"'`]{1,60})?(?=["'`\s]|$)/gm,
  /(?:^|[\s"'`])emend@[\^~\d$]/gm,
  /"(?:npx|bunx)"[^\]]{0,120}"emend(?:@[^"]{0,60})?"/g,
];

/** Every place where a text would run or install whatever somebody registered as `emend`. */
export const registryNames = (text: string): readonly string[] =>
  FETCHES.flatMap((fetches) => [...text.matchAll(fetches)].map(([found]) => found.trim())).filter(
    // Runs what is installed, and never fetches.
    (found) => !/(?:^| |")--no(?:-install)?(?: |"|$)/.test(found),
  );
