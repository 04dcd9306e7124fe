import { defined } from "../../core/defined.ts";
import type { RejectionRival } from "../../core/gate/duplicate-gate.ts";
import type { GateCatalogue } from "../../core/gate/gate.ts";
import type { RejectionVerdict, Signer } from "../../core/gate/rejection.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";
import { loadSigner } from "../open/load-signer.ts";
import { loadGates } from "../open/load-gates.ts";
import type { RejectOptions } from "./reject.ts";
import { safeLine } from "../terminal/safe-text.ts";

const DEFAULT_SOURCE = "validator";
/** GitHub refuses longer comments. */
const MAX_COMMENT_LENGTH = 65_536;
const MAX_WARNINGS = 20;

/** `emend reject`: writes a rejection comment from tags. */
export async function writeRejection(
  tags: readonly string[],
  options: RejectOptions,
  { io, finish }: CliContext,
  against: Against = {},
): Promise<void> {
  const gates = against.gates ?? (await loadGates(options.pack, io));
  const signer = await loadSigner(options.keyFile, io);
  const source = options.source ?? DEFAULT_SOURCE;
  const write = await createWriter(gates, signer, io);
  if (options.jsonl === true) {
    let refused = 0;
    const unreadable = await mapJsonl(io, (input) => {
      const draft = readDraft(input);
      if (draft.ok) {
        const { issues, note } = draft.value;
        const { comment, verdict } = write(issues, draft.value.source ?? source, note);
        return { comment, verdict };
      }
      refused += 1;
      return { comment: null, ...lineError("invalid_input", draft.error) };
    });
    if (unreadable + refused > 0) finish(EXIT.usage);
    return;
  }
  const written = write(tags, source, options.comment, against.rivals);
  if (options.post !== undefined) {
    const { postRejection } = await import("./reject-post.ts");
    return postRejection({ comment: written.comment, source, pull: options.post }, options, io);
  }
  io.stdout.write(
    options.json === true ? `${JSON.stringify({ ...written, ...against.more })}\n` : written.comment,
  );
}

/** What a comparison with other texts adds. */
interface Against {
  readonly gates?: GateCatalogue;
  readonly rivals?: readonly RejectionRival[];
  /** Further fields of the --json answer. */
  readonly more?: Readonly<Record<string, unknown>>;
}

interface Written {
  readonly comment: string;
  readonly issues: readonly string[];
  readonly unregistered: readonly string[];
  readonly verdict: RejectionVerdict;
}

/** Formats comments, and warns once about each unregistered tag. */
async function createWriter(
  gates: GateCatalogue,
  signer: Signer | undefined,
  io: CliIo,
): Promise<
  (issues: readonly string[], source: string, comment?: string, rivals?: readonly RejectionRival[]) => Written
> {
  const [{ formatRejection }, { normalizeIssues, rejectionVerdict }, { nearestTag }] = await Promise.all([
    import("../../core/gate/format-rejection.ts"),
    import("../../core/gate/rejection.ts"),
    import("../../core/gate/gate.ts"),
  ]);
  const known = gates.list().map((gate) => gate.tag);
  const warn = createWarner(io);
  return (tags, source, note, rivals) => {
    const issues = normalizeIssues(tags, gates.fallback.tag);
    const unregistered = issues.filter((tag) => gates.find(tag) === undefined);
    if (tags.every((tag) => tag.trim() === "")) {
      const fallback = gates.fallback.tag;
      warn(
        "tag_missing",
        "",
        () => `no tag was given, so the fallback ${fallback} is used; --list shows all tags`,
      );
    }
    for (const tag of unregistered) {
      warn("unregistered_tag", tag, () => {
        const nearest = nearestTag(tag, known);
        const hint = nearest === undefined ? "--list shows all tags" : `did you mean ${nearest}?`;
        return `${shorten(tag)} is not registered in ${gates.packs.join(", ")}; ${hint}`;
      });
    }
    const ts = io.now().toISOString();
    const comment = formatRejection({
      issues,
      source,
      ts,
      catalogue: gates,
      ...defined({ signer, comment: note, rivals }),
    });
    if (comment.length > MAX_COMMENT_LENGTH) {
      const limit = `the ${MAX_COMMENT_LENGTH} characters GitHub accepts`;
      warn("comment_too_long", "", () => `the comment is longer than ${limit}`);
    }
    return { comment, issues, unregistered, verdict: rejectionVerdict(issues, gates) };
  };
}

/** Prints each warning once, and a limited number of them. */
function createWarner(io: CliIo): (code: string, about: string, message: () => string) => void {
  const printed = new Set<string>();
  return (code, about, message) => {
    if (printed.size >= MAX_WARNINGS || printed.has(`${code} ${about}`)) return;
    printed.add(`${code} ${about}`);
    io.stderr.write(`emend: ${safeLine(message())} [${code}]\n`);
    if (printed.size === MAX_WARNINGS) io.stderr.write("emend: further warnings are not shown\n");
  };
}

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

interface Draft {
  readonly issues: readonly string[];
  readonly source: string | undefined;
  readonly note: string | undefined;
}

function readDraft(input: Readonly<Record<string, unknown>>): Result<Draft, string> {
  const issues: unknown = input["issues"] ?? [];
  const source = input["source"] ?? undefined;
  if (!Array.isArray(issues)) return fail("issues must be an array of tags");
  const index = issues.findIndex((tag) => typeof tag !== "string");
  if (index >= 0) return fail(`issues[${index}] must be a string`);
  if (source !== undefined && typeof source !== "string") return fail("source must be a string");
  const note = input["comment"] ?? undefined;
  if (note !== undefined && typeof note !== "string") {
    return fail("comment must be a string");
  }
  return ok({ issues, source, note });
}
