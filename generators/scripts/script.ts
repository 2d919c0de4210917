import fc from "fast-check";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { GeneratorContext } from "../context.ts";
import { buildScript } from "./build-script.ts";
import { planArbitrary } from "./plan-arbitrary.ts";
import { reduceScript } from "./reduce-script.ts";
import { isValidScript } from "./validate-script.ts";

const sizes = { quick: [4, 9], standard: [6, 16], deep: [10, 30] } as const;

/** Any source of scripts, with `reduceScript` as its way to shrink; so hand-written examples shrink as well. */
class ReducingScripts extends fc.Arbitrary<Script> {
  readonly #source: fc.Arbitrary<Script>;

  constructor(source: fc.Arbitrary<Script>) {
    super();
    this.#source = source;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Script> {
    return new fc.Value(this.#source.generate(random, bias).value_, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Script {
    return typeof value === "object" && value !== null && "steps" in value && isValidScript(value as Script);
  }

  override shrink(value: Script): fc.Stream<fc.Value<Script>> {
    return fc.stream(reduceScript(value)).map((smaller) => new fc.Value(smaller, undefined));
  }
}

/**
 * Whole scripts: mixed faces, several traces, reads between writes, parallel groups, malformed requests, two actors where
 * the context has them. Longer at greater depth. Shrinks to the fewest steps, one face and the smallest data that still
 * show what failed.
 */
export function scriptArbitrary(context: GeneratorContext): fc.Arbitrary<Script> {
  const [minLength, maxLength] = sizes[context.depth];
  const plans = fc.array(planArbitrary(context), { minLength, maxLength, size: "max" });
  const first = planArbitrary(context).filter((plan) => plan.kind === "create");
  const number = fc.noBias(fc.nat({ max: 0x7fffffff }));
  const scripts = fc
    .tuple(number, first, plans)
    .map(([id, opening, rest]) => buildScript(context, `flow/${id.toString(36)}`, [opening, ...rest]));
  return new ReducingScripts(scripts);
}
