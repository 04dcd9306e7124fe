import { canonicalPath } from "./canonical-path.ts";

export interface ProjectPlace {
  /** The project's folder as a whole path; left out where nobody knows it. */
  readonly root?: string | undefined;
  /** Where relative paths begin; the project's folder when left out. */
  readonly folder?: string | undefined;
}

/**
 * A path as records name it: from the project's folder on, with forward slashes and without `.` and `..`; nothing
 * where it lies outside. Where the project's folder is not known, a whole path stays one.
 */
export function projectPath(path: string, { root, folder = root }: ProjectPlace = {}): string | undefined {
  const plain = path.replaceAll("\\", "/");
  const start = folder !== undefined && isWhole(folder) ? folder : root;
  const at = isWhole(plain) || start === undefined ? plain : `${start.replaceAll("\\", "/")}/${plain}`;
  if (!isWhole(at)) return canonicalPath(at);
  const whole = wholePath(at);
  if (root === undefined || whole === undefined) return whole;
  const home = `${wholePath(root.replaceAll("\\", "/")) ?? ""}/`;
  return whole.startsWith(home) ? whole.slice(home.length) : undefined;
}

const isWhole = (path: string): boolean => /^(?:[a-z]:)?[/\\]/i.test(path);

/** A drive's letter means the same in either case. */
function wholePath(path: string): string | undefined {
  const drive = /^[a-z]:/i.exec(path)?.[0] ?? "";
  const inside = canonicalPath(path.slice(drive.length));
  return inside === undefined ? undefined : `${drive.toLowerCase()}/${inside}`;
}
