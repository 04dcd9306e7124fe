/** How near a place is to the files that an agent is about to touch, the nearest first. */
export const NEARNESSES = ["same_file", "same_folder", "same_extension"] as const;
export type Nearness = (typeof NEARNESSES)[number];

/** How near a path is to the nearest of these files; nothing where it has nothing to do with them. */
export function nearnessTo(files: readonly string[]): (path: string) => Nearness | undefined {
  const places = files.map(placeOf);
  const paths = new Set(places.map(({ path }) => path));
  const folders = new Set(places.map(({ folder }) => folder));
  const extensions = new Set(places.flatMap(({ extension }) => extension ?? []));
  return (path) => {
    const place = placeOf(path);
    if (paths.has(place.path)) return "same_file";
    if (folders.has(place.folder)) return "same_folder";
    return place.extension !== undefined && extensions.has(place.extension) ? "same_extension" : undefined;
  };
}

/** The folder of a file, as places are compared. */
export const placeFolder = (file: string): string => placeOf(file).folder;

interface Place {
  readonly path: string;
  readonly folder: string;
  readonly extension: string | undefined;
}

function placeOf(file: string): Place {
  const path = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const dot = name.lastIndexOf(".");
  return {
    path,
    folder: slash < 0 ? "" : path.slice(0, slash),
    // A leading dot names a hidden file, and no kind of file.
    extension: dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toLowerCase() : undefined,
  };
}
