import { expect, it } from "vitest";
import { createByteSemaphore } from "./byte-semaphore.ts";

it("acquires up to the limit, and releases each acquisition once", () => {
  const semaphore = createByteSemaphore(10);
  const release = semaphore.tryAcquire(6)!;
  expect(semaphore.tryAcquire(5)).toBeUndefined();
  const releaseOther = semaphore.tryAcquire(4)!;
  expect(semaphore.tryAcquire(1)).toBeUndefined();
  release();
  release();
  expect(semaphore.tryAcquire(7)).toBeUndefined();
  expect(semaphore.tryAcquire(6)).toBeDefined();
  releaseOther();
  expect(semaphore.tryAcquire(4)).toBeDefined();
});
