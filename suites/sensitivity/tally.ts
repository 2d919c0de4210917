/** Adds up which mutants were noticed, for the results. */
import type { SensitivityResult } from "../../reports/results/index.ts";
import { operations } from "../../spec/operations.ts";
import { operators } from "./operators/index.ts";
import type { Examined } from "./examine.ts";

/** Named one by one; all are counted. */
const mostNamed = 100;

interface Count {
  mutants: number;
  noticed: number;
}

export class SensitivityTally {
  readonly #all: Count = { mutants: 0, noticed: 0 };
  readonly #byOperator = new Map<string, Count>();
  readonly #byCell = new Map<string, Count>();
  readonly #byRequirement = new Map<string, Count>();
  readonly #unnoticed: SensitivityResult["unnoticed"][number][] = [];

  add({ mutant, script, operationId, noticedBy, judgedThere }: Examined): void {
    const { operator, what, changed } = mutant;
    const noticed = noticedBy.length > 0;
    const counts = [
      this.#all,
      countIn(this.#byOperator, operator.id),
      countIn(this.#byCell, cellOf(operationId, operator.kind)),
    ];
    for (const count of counts) add(count, noticed);
    for (const id of new Set([...judgedThere, ...noticedBy]))
      add(countIn(this.#byRequirement, id), noticedBy.includes(id));
    if (!noticed && this.#unnoticed.length < mostNamed)
      this.#unnoticed.push({ operator: operator.id, what, script, exchange: changed[0].index, operation: operationId });
  }

  get mutants(): number {
    return this.#all.mutants;
  }

  /** @param passed the requirements that hold in the run; of these it is told which noticed nothing, where all was tried */
  result(extent: SensitivityResult["extent"], passed: readonly string[]): SensitivityResult {
    const kinds = [...new Set(operators.map(({ kind }) => kind))];
    const cells = operations.flatMap(({ id }) =>
      kinds.flatMap((kind) => {
        const count = this.#byCell.get(cellOf(id, kind));
        return count ? [{ operation: id, kind, ...count }] : [];
      }),
    );
    return {
      extent,
      ...this.#all,
      cells,
      operators: operators.flatMap(({ id, kind, title }) => {
        const count = this.#byOperator.get(id);
        return count ? [{ id, kind, title, ...count }] : [];
      }),
      requirements: passed.flatMap((id) => {
        const count = this.#byRequirement.get(id);
        return count ? [{ id, ...count }] : [];
      }),
      weak: extent === "full" ? passed.filter((id) => (this.#byRequirement.get(id)?.noticed ?? 0) === 0) : [],
      unnoticed: this.#unnoticed,
    };
  }
}

const cellOf = (operation: string, kind: string): string => `${operation} ${kind}`;

function countIn(counts: Map<string, Count>, key: string): Count {
  const count = counts.get(key) ?? { mutants: 0, noticed: 0 };
  counts.set(key, count);
  return count;
}

function add(count: Count, noticed: boolean): void {
  count.mutants += 1;
  if (noticed) count.noticed += 1;
}
