/** The best of many scored slots, ties broken by name. Costs one comparison for each that is not among them. */
export class BestScores {
  readonly #limit: number;
  readonly #nameOf: (slot: number) => string;
  readonly #slots: number[] = [];
  readonly #scores: number[] = [];
  /** Minimum score to get in. */
  #floor: number;

  constructor(limit: number, atLeast: number, nameOf: (slot: number) => string) {
    this.#limit = limit;
    this.#floor = atLeast;
    this.#nameOf = nameOf;
  }

  get floor(): number {
    return this.#floor;
  }

  /** Unordered. */
  get slots(): readonly number[] {
    return this.#slots;
  }

  add(slot: number, score: number): void {
    // NaN never gets in.
    if (!(score >= this.#floor)) return;
    const size = this.#slots.length;
    if (size < this.#limit) {
      this.#rise(size, slot, score);
    } else if (this.#isWorse(this.#slots[0]!, this.#scores[0]!, slot, score)) {
      this.#sink(slot, score);
    }
    if (this.#slots.length === this.#limit) this.#floor = this.#scores[0]!;
  }

  #isWorse(slot: number, score: number, other: number, otherScore: number): boolean {
    return score === otherScore ? this.#nameOf(slot) > this.#nameOf(other) : score < otherScore;
  }

  /** Inserts at the end of the min-heap and sifts up. */
  #rise(end: number, slot: number, score: number): void {
    let at = end;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isWorse(this.#slots[parent]!, this.#scores[parent]!, slot, score)) break;
      this.#slots[at] = this.#slots[parent]!;
      this.#scores[at] = this.#scores[parent]!;
      at = parent;
    }
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }

  /** Replaces the top and sifts down. */
  #sink(slot: number, score: number): void {
    const size = this.#slots.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      const right = child + 1;
      if (
        right < size &&
        this.#isWorse(this.#slots[right]!, this.#scores[right]!, this.#slots[child]!, this.#scores[child]!)
      ) {
        child = right;
      }
      if (!this.#isWorse(this.#slots[child]!, this.#scores[child]!, slot, score)) break;
      this.#slots[at] = this.#slots[child]!;
      this.#scores[at] = this.#scores[child]!;
      at = child;
    }
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }
}
