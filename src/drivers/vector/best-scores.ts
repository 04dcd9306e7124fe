/** The best of many scored slots, ties broken by name. Costs one comparison for each that is not among them. */
export class BestScores {
  readonly #limit: number;
  readonly #nameOf: (place: number) => string;
  readonly #places: number[] = [];
  readonly #scores: number[] = [];
  /** Minimum score to get in. */
  #floor: number;

  constructor(limit: number, atLeast: number, nameOf: (place: number) => string) {
    this.#limit = limit;
    this.#floor = atLeast;
    this.#nameOf = nameOf;
  }

  get floor(): number {
    return this.#floor;
  }

  /** Unordered. */
  get places(): readonly number[] {
    return this.#places;
  }

  add(place: number, score: number): void {
    // NaN never gets in.
    if (!(score >= this.#floor)) return;
    const size = this.#places.length;
    if (size < this.#limit) {
      this.#rise(size, place, score);
    } else if (this.#isWorse(this.#places[0]!, this.#scores[0]!, place, score)) {
      this.#sink(place, score);
    }
    if (this.#places.length === this.#limit) this.#floor = this.#scores[0]!;
  }

  #isWorse(place: number, score: number, other: number, otherScore: number): boolean {
    return score === otherScore ? this.#nameOf(place) > this.#nameOf(other) : score < otherScore;
  }

  /** Inserts at the end of the min-heap and sifts up. */
  #rise(end: number, place: number, score: number): void {
    let at = end;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isWorse(this.#places[parent]!, this.#scores[parent]!, place, score)) break;
      this.#places[at] = this.#places[parent]!;
      this.#scores[at] = this.#scores[parent]!;
      at = parent;
    }
    this.#places[at] = place;
    this.#scores[at] = score;
  }

  /** Replaces the top and sifts down. */
  #sink(place: number, score: number): void {
    const size = this.#places.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      const right = child + 1;
      if (
        right < size &&
        this.#isWorse(this.#places[right]!, this.#scores[right]!, this.#places[child]!, this.#scores[child]!)
      ) {
        child = right;
      }
      if (!this.#isWorse(this.#places[child]!, this.#scores[child]!, place, score)) break;
      this.#places[at] = this.#places[child]!;
      this.#scores[at] = this.#scores[child]!;
      at = child;
    }
    this.#places[at] = place;
    this.#scores[at] = score;
  }
}
