import { expect, it } from "vitest";
import { createRoom } from "./room.ts";

it("lets in what fits, and gives back once what is left again", () => {
  const room = createRoom(10);
  const leave = room.enter(6)!;
  expect(room.enter(5)).toBeUndefined();
  const other = room.enter(4)!;
  expect(room.enter(1)).toBeUndefined();
  leave();
  leave();
  expect(room.enter(7)).toBeUndefined();
  expect(room.enter(6)).toBeDefined();
  other();
  expect(room.enter(4)).toBeDefined();
});
