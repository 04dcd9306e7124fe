import type { ObservationGroup } from "./observation-log.ts";

/** So many lines of one shape are read until one says something; what the next ones say is known then. */
const READ_OF_EACH = 2;
const SHAPES_KEPT = 50_000;

/** What lines of one shape said. */
interface Shape {
  read: number;
  /** The groups of observations that they were seen in. */
  readonly groups: ObservationGroup[];
}

/** Knows which shapes of lines have been read, so that the bulk of a long log need not be. */
export class FamiliarLines {
  private readonly shapes = new Map<number, Shape>();
  private current: Shape | undefined;

  /**
   * The groups that lines of this shape were seen in, if enough of them have been read; otherwise the line is to be read,
   * and `note` is told what is seen in it. A line that somebody follows says what it says because of the lines before it.
   */
  meet(hash: number, isFollowed: boolean): readonly ObservationGroup[] | undefined {
    let shape = this.shapes.get(hash);
    if (shape === undefined && !isFollowed) {
      shape = { read: 0, groups: [] };
      if (this.shapes.size < SHAPES_KEPT) this.shapes.set(hash, shape);
    }
    this.current = undefined;
    if (shape === undefined) return undefined;
    const isKnown = shape.read >= READ_OF_EACH || shape.groups.length > 0;
    if (isKnown) return shape.groups;
    if (isFollowed) return undefined;
    this.current = shape;
    shape.read += 1;
    return undefined;
  }

  note(group: ObservationGroup): void {
    if (this.current?.groups.includes(group) === false) this.current.groups.push(group);
  }

  /** What is read next is no line of the bulk. */
  leave(): void {
    this.current = undefined;
  }
}
