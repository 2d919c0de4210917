import fc from "fast-check";

/** However seldom a value is as wanted: so many are drawn. */
const mostDrawn = 200;

/** Like `filter`, but it comes to an end where hardly a value is as wanted, or none: then the last one drawn stands for it. */
class BoundedFilter<Value> extends fc.Arbitrary<Value> {
  readonly #source: fc.Arbitrary<Value>;
  readonly #isWanted: (value: Value) => boolean;

  constructor(source: fc.Arbitrary<Value>, isWanted: (value: Value) => boolean) {
    super();
    this.#source = source;
    this.#isWanted = isWanted;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Value> {
    let drawn = this.#source.generate(random, bias);
    for (let count = 1; count < mostDrawn && !this.#isWanted(drawn.value_); count += 1)
      drawn = this.#source.generate(random, bias);
    return drawn;
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#source.canShrinkWithoutContext(value);
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#source.shrink(value, context).filter((smaller) => this.#isWanted(smaller.value_));
  }
}

/** Values of the source that are as wanted; where so many in a row are not, one that is not. */
export function boundedFilter<Value>(
  source: fc.Arbitrary<Value>,
  isWanted: (value: Value) => boolean,
): fc.Arbitrary<Value> {
  return new BoundedFilter(source, isWanted);
}
