/** Annotated tags of a git repository, where the head of the audit log can be published. */
export interface HeadTags {
  /** Makes a tag on the present commit; one of that name must not be there yet. */
  write(name: string, message: string): Promise<void>;
  /** The message of a tag; nothing if there is no such tag. */
  read(name: string): Promise<string | undefined>;
}
