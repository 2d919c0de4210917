/** The controls above the requirements. */
import type { RequirementStatus } from "../../../results/model.ts";
import type { PageData } from "./data.ts";
import { noFilter, type Filter } from "./filter.ts";
import { statusMeanings, statusOrder, StatusSign } from "./status.tsx";

interface FiltersProps {
  readonly data: PageData;
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
}

export function Filters({ data, filter, setFilter }: FiltersProps) {
  const present = statusOrder.filter((status) => data.summary.requirements[status] > 0);
  const toggle = (status: RequirementStatus): void => {
    const statuses = filter.statuses.includes(status)
      ? filter.statuses.filter((other) => other !== status)
      : [...filter.statuses, status];
    setFilter({ ...filter, statuses: statuses.length === present.length ? [] : statuses });
  };
  return (
    <form
      class="filters"
      role="search"
      aria-label="Filter the requirements"
      onSubmit={(event) => event.preventDefault()}
    >
      <label class="search">
        <span>Search</span>
        <input
          type="search"
          value={filter.text}
          placeholder="id, words, message, operation"
          onInput={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
        />
      </label>
      <fieldset class="chips">
        <legend>Status</legend>
        <button
          type="button"
          class="chip"
          aria-pressed={filter.statuses.length === 0}
          onClick={() => setFilter({ ...filter, statuses: [] })}
        >
          all {data.requirements.length}
        </button>
        {present.map((status) => (
          <button
            key={status}
            type="button"
            class="chip"
            title={statusMeanings[status]}
            aria-pressed={filter.statuses.includes(status)}
            onClick={() => toggle(status)}
          >
            <StatusSign status={status} /> {status} {data.summary.requirements[status]}
          </button>
        ))}
      </fieldset>
      <div class="selects">
        <Select
          name="Level"
          value={filter.level}
          values={["MUST", "SHOULD", "MAY"]}
          set={(level) => setFilter({ ...filter, level })}
        />
        <Select
          name="Basis"
          value={filter.basis}
          values={["stated", "implied", "robustness"]}
          set={(basis) => setFilter({ ...filter, basis })}
        />
        <Select
          name="Face"
          value={filter.face}
          values={["v2", "legacy"]}
          set={(face) => setFilter({ ...filter, face: face as Filter["face"] })}
        />
        {filter.operation && (
          <button
            type="button"
            class="chip"
            aria-pressed="true"
            onClick={() => setFilter({ ...filter, operation: "" })}
          >
            {filter.operation} <span aria-hidden="true">✕</span>
            <span class="visually-hidden">, remove this filter</span>
          </button>
        )}
        <button type="button" class="plain" onClick={() => setFilter(noFilter)}>
          Show everything
        </button>
      </div>
    </form>
  );
}

interface SelectProps {
  readonly name: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly set: (value: string) => void;
}

function Select({ name, value, values, set }: SelectProps) {
  return (
    <label>
      <span>{name}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">any</option>
        {values.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}
