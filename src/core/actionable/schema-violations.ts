import { issuePath } from "../json/json.ts";
import type { z } from "zod";
import type { Violation } from "./actionable-feedback.ts";

type Issue = z.core.$ZodIssue;
type Described = Pick<Violation, "code" | "message" | "hint">;

/** Converts schema issues to violations, each with its path and a hint. */
export function schemaViolations(issues: readonly Issue[], prefix: string): readonly Violation[] {
  return issues.map((issue) => {
    const path = issuePath(issue.path, prefix);
    return { severity: "error", path, ...describe(issue, path === "" ? "the input" : path) };
  });
}

function describe(issue: Issue, path: string): Described {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? missing(path) : wrongType(path, issue.expected);
    case "invalid_value":
      return issue.input === undefined
        ? missing(path)
        : {
            code: "invalid_enum_value",
            message: `${path} is not one of the allowed values`,
            hint: `write one of: ${issue.values.map(String).join(", ")}`,
          };
    case "too_small":
      return tooSmall(issue, path);
    case "too_big":
      return tooBig(issue, path);
    case "invalid_format":
      return {
        code: "invalid_format",
        message: `${path} is not a UUID`,
        hint: "write a UUID such as 3f2b8c1e-9d4a-4e6f-8b7a-2c5d1e0f9a34",
      };
    case "custom":
      return custom(issue, path);
    case "invalid_element":
    case "invalid_key":
    case "invalid_union":
    case "not_multiple_of":
    case "unrecognized_keys":
    default:
      return { code: "invalid_type", message: `${path} is not what the schema expects`, hint: issue.message };
  }
}

function missing(path: string): Described {
  if (path.endsWith("location") || path.endsWith("location.reference")) {
    return {
      code: "missing_location",
      message: `${path} is missing: nobody can act on a problem without knowing where it is`,
      hint: 'add a location such as {"type": "line", "reference": "42"}',
    };
  }
  return { code: "missing_required_field", message: `${path} is missing`, hint: `add ${path}` };
}

const wrongType = (path: string, expected: string): Described => ({
  code: "invalid_type",
  message: `${path} has the wrong type`,
  hint: `write ${expected === "int" ? "a whole number" : `a value of type ${expected}`}`,
});

function tooSmall(issue: Extract<Issue, { code: "too_small" }>, path: string): Described {
  if (issue.origin === "string") {
    return {
      code: "too_short",
      message: `${path} is shorter than ${issue.minimum} characters`,
      hint: "say what exactly, where and with what effect",
    };
  }
  if (issue.origin === "array") {
    return {
      code: "too_few_items",
      message: `${path} is empty`,
      hint: "give at least one item, or send no feedback at all",
    };
  }
  return {
    code: "out_of_range",
    message: `${path} is below ${issue.minimum}`,
    hint: `write at least ${issue.minimum}`,
  };
}

function tooBig(issue: Extract<Issue, { code: "too_big" }>, path: string): Described {
  if (issue.origin === "string") {
    return {
      code: "too_long",
      message: `${path} is longer than ${issue.maximum} characters`,
      hint: "keep to one problem; give further ones their own items",
    };
  }
  return {
    code: "out_of_range",
    message: `${path} is above ${issue.maximum}`,
    hint: `write at most ${issue.maximum}`,
  };
}

function custom(issue: Extract<Issue, { code: "custom" }>, path: string): Described {
  if (issue.params?.["code"] === "iteration_exceeds_max") {
    return {
      code: "iteration_exceeds_max",
      message: `${path} is above iteration.max: ${issue.message}`,
      hint: "raise iteration.max, or stop at it",
    };
  }
  return {
    code: "invalid_format",
    message: `${path} is not an RFC 3339 date and time`,
    hint: "write it as 2026-01-31T09:30:00Z",
  };
}
