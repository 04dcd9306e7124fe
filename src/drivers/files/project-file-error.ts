import { WorldError } from "../../ports/world-error.ts";

/** A file of the project could not be used; the message names it and says what to do. */
export class ProjectFileError extends WorldError<
  | "path_outside"
  | "link_broken"
  | "not_a_file"
  | "not_text"
  | "file_too_large"
  | "file_changed"
  | "file_failed"
> {
  override readonly name = "ProjectFileError";
}
