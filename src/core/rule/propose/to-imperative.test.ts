import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePoints } from "../../text/code-points.ts";
import { toImperative } from "./to-imperative.ts";

describe("toImperative", () => {
  it.each<{ why: string; remark: string; order: string | undefined }>([
    {
      why: "an order stays",
      remark: "Close the file in a finally block.",
      order: "Close the file in a finally block.",
    },
    {
      why: "a courtesy goes",
      remark: "Please add a test for the empty list.",
      order: "Add a test for the empty list.",
    },
    {
      why: "a request",
      remark: "Hi @ana, could you please close the handle in a finally block? Thanks!",
      order: "Close the handle in a finally block.",
    },
    {
      why: "what must hold is no pointer to the place",
      remark: "No, that is wrong. Always check that a lookup found something.",
      order: "Always check that a lookup found something.",
    },
    {
      why: "also where nothing stands before it",
      remark: "Ensure that the file handle is closed.",
      order: "Ensure that the file handle is closed.",
    },
    { why: "a pointer to the place is", remark: "Make that a constant.", order: undefined },
    { why: "a label goes", remark: "nit: use const here", order: "Use const." },
    {
      why: "what you should do",
      remark: "You should check the return value of `read`.",
      order: "Check the return value of `read`.",
    },
    {
      why: "this instead of that",
      remark: "This should use `Map` instead of a plain object.",
      order: "Use `Map` instead of a plain object.",
    },
    {
      why: "what one must not do",
      remark: "We must never log the access token.",
      order: "Do not log the access token.",
    },
    {
      why: "a thing that should do something",
      remark: "The handler should return 404 for unknown ids",
      order: "Have the handler return 404 for unknown ids.",
    },
    {
      why: "a thing that should be something",
      remark: "Names must be validated before use (see #123)",
      order: "Make sure that names are validated before use.",
    },
    {
      why: "a thing that should not",
      remark: "The retry loop shouldn't swallow the error",
      order: "Do not let the retry loop swallow the error.",
    },
    {
      why: "what is missing",
      remark: "Missing null check on line 42",
      order: "Do not leave out the null check.",
    },
    {
      why: "what is missing, said at the end",
      remark: "Docstring is missing",
      order: "Do not leave out the docstring.",
    },
    {
      why: "what was forgotten",
      remark: "You forgot to await the promise",
      order: "Do not forget to await the promise.",
    },
    { why: "what is too much", remark: "Unused import", order: "Do not leave in unused imports." },
    { why: "what is not wanted", remark: "No magic numbers.", order: "Do not use magic numbers." },
    {
      why: "what is not needed",
      remark: "There's no need to copy the array",
      order: "Do not copy the array.",
    },
    {
      why: "what is not allowed",
      remark: "print() is not allowed in library code",
      order: "Do not use print() in library code.",
    },
    {
      why: "a bare replacement",
      remark: "`Path.join` instead of string concatenation",
      order: "Use `Path.join` instead of string concatenation.",
    },
    {
      why: "a suggestion as a question",
      remark: "Why not use `structuredClone`?",
      order: "Use `structuredClone`.",
    },
    {
      why: "the order after the diagnosis",
      remark: "This is O(n²); build a Set once before the loop.",
      order: "Build a Set once before the loop.",
    },
    {
      why: "the quoted code is not said",
      remark: "> delete all\n```js\nremove();\n```\nSort the imports.",
      order: "Sort the imports.",
    },
    {
      why: "links and their places go",
      remark: "Wrap [the client](https://a.example/x) in a retry, see https://a.example",
      order: "Wrap the client in a retry.",
    },
    {
      why: "nothing hidden is copied",
      remark: "Use\u200b tabs\u202e in makefiles.<!-- x",
      order: "Use tabs in makefiles.",
    },
    {
      why: "a hedge before a gerund is a proposal",
      remark: "The handle may leak; consider wrapping it in a context manager.",
      order: undefined,
    },
    {
      why: "what is to be considered is the order",
      remark: "Consider moving retries into the client.",
      order: "Move retries into the client.",
    },
    {
      why: "so is what one may want to do",
      remark: "You may want to check for an empty list.",
      order: "Check for an empty list.",
    },
    {
      why: "what is not needed at one place is not needed at any",
      remark: "nit: this import is not needed anymore and can be removed",
      order: "Do not leave in imports that are not needed.",
    },
    {
      why: "the name that stood there goes",
      remark: "Unused variable 'count' in function 'sum_up'.",
      order: "Do not leave in unused variables.",
    },
    {
      why: "also after a colon",
      remark: "please add a type for the parameter: count",
      order: "Add a type for the parameter.",
    },
    {
      why: "what does harm is avoided",
      remark: "Mutable default argument 'items=[]' can cause shared state.",
      order: "Avoid mutable default arguments.",
    },
    {
      why: "doing what does harm, too",
      remark: "Swallowing errors hides failures.",
      order: "Avoid swallowing errors.",
    },
    { why: "doing what does good is no order", remark: "Caching results makes it faster.", order: undefined },
    {
      why: "a bad thing that is used",
      remark: "Magic number '7' used in the check.",
      order: "Do not use magic numbers.",
    },
    {
      why: "what things lack",
      remark: "Public functions lack docstrings.",
      order: "Make sure that public functions have docstrings.",
    },
    {
      why: "what things need to have",
      remark: "Every bucket needs to have its own lock.",
      order: "Make sure that every bucket has its own lock.",
    },
    {
      why: "the order after the colon",
      remark: "The indent is off: Use tabs in makefiles",
      order: "Use tabs in makefiles.",
    },
    {
      why: "the request after the reason",
      remark: "This line can go without a failure, can you add a test for the empty list?",
      order: "Add a test for the empty list.",
    },
    {
      why: "a decorator is no person",
      remark: "Add @cached above the method.",
      order: "Add @cached above the method.",
    },
    {
      why: "a verb that is the subject",
      remark: "Delete handles null pointers just fine.",
      order: undefined,
    },
    { why: "two objects are no subject", remark: "Give users the choice.", order: "Give users the choice." },
    { why: "what only supposes something", remark: "Let's say the server moved.", order: undefined },
    { why: "an order without a thing", remark: "Please apply throughout.", order: undefined },
    { why: "a statement", remark: "Return type is wrong.", order: undefined },
    { why: "praise", remark: "LGTM, nice work!", order: undefined },
    { why: "this, whatever that is", remark: "Remove this.", order: undefined },
    { why: "it, whatever that is", remark: "Rename it to `count`", order: undefined },
    {
      why: "what is dangerous is avoided, never recommended",
      remark: "Using `pickle` on input is dangerous.",
      order: "Avoid using `pickle` on input.",
    },
    {
      why: "the same with a noun",
      remark: "Use of `strcpy` can lead to overflows.",
      order: "Avoid the use of `strcpy`.",
    },
    {
      why: "a proposal to use something",
      remark: "How about using a thread pool?",
      order: "Use a thread pool.",
    },
    {
      why: "many things",
      remark: "Raw colours like `#fff` (white) should be read from the theme.",
      order: "Make sure that raw colours like `#fff` (white) are read from the theme.",
    },
    {
      why: "two lines are two remarks",
      remark: "please quote the path\nplease quote the name",
      order: "Quote the path.",
    },
    { why: "a question wants to know", remark: "Do these routes have an owner?", order: undefined },
    { why: "a noun in a question", remark: "format string of the date?", order: undefined },
    {
      why: "a clause is no subject",
      remark: "This is a leftover file that should go elsewhere.",
      order: undefined,
    },
    {
      why: "a pointer is no subject",
      remark: "This should be a bit larger, no?",
      order: undefined,
    },
    { why: "a statement with only", remark: "Only the id is required.", order: undefined },
    { why: "a statement with never", remark: "Never happens in practice.", order: undefined },
    {
      why: "what a report's template says",
      remark: "[Show more details](https://a.example)",
      order: undefined,
    },
    { why: "nothing", remark: "", order: undefined },
  ])("$why: $remark", ({ remark, order }) => expect(toImperative(remark)).toBe(order));

  it("gives a short single line or nothing, whatever it is given", () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom("should ", "must be ", "missing ", "use ", "no ", "please ", ". ", "instead of "),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (parts) => {
        const order = toImperative(parts.join("")) ?? "";
        expect(codePoints(order)).toBeLessThanOrEqual(240);
        expect(order).not.toContain("\n");
      }),
    );
  });
});
