import { isAbsolute, relative, resolve } from "node:path";

/** A path as records name it, from the project's folder on with forward slashes; nothing where it lies outside. */
export function projectPath(root: string, folder: string, path: string): string | undefined {
  const inside = relative(root, resolve(isAbsolute(folder) ? folder : root, path)).replaceAll("\\", "/");
  return inside === "" || inside === ".." || inside.startsWith("../") || isAbsolute(inside)
    ? undefined
    : inside;
}
