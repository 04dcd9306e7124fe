/** How much of something may be held at once, by all together. */
export interface Room {
  /** Takes so much of it and answers how to give it back, or nothing where there is not enough. */
  readonly enter: (size: number) => (() => void) | undefined;
}

export function createRoom(most: number): Room {
  let taken = 0;
  return {
    enter: (size) => {
      if (taken + size > most) return undefined;
      taken += size;
      let left = false;
      return () => {
        if (!left) taken -= size;
        left = true;
      };
    },
  };
}
