/** Of one number in a store's own log, of two in a stream of Redis. */
const PLACE = /^(\d{1,20})(?:-(\d{1,20}))?$/;

/** Whether both are places of the same kind of log, so that one is before the other or is it. */
export function areOfOneLog(place: string, other: string): boolean {
  const [one, two] = [PLACE.exec(place), PLACE.exec(other)];
  return one !== null && two !== null && (one[2] === undefined) === (two[2] === undefined);
}

/** Whether a text is a place of any log. */
export const isPlace = (text: string): boolean => PLACE.test(text);

/** Whether an entry comes after a place of its log; what cannot be compared does. */
export function isAfterPlace(entry: string, place: string): boolean {
  if (!areOfOneLog(entry, place)) return true;
  const [, time = "0", step = "0"] = PLACE.exec(entry) ?? [];
  const [, otherTime = "0", otherStep = "0"] = PLACE.exec(place) ?? [];
  if (BigInt(time) !== BigInt(otherTime)) return BigInt(time) > BigInt(otherTime);
  return BigInt(step) > BigInt(otherStep);
}
