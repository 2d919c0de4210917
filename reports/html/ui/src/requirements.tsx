/** The requirements by area, filtered. */
import { useEffect, useState } from "preact/hooks";
import type { PageData, PageRequirement } from "./data.ts";
import { matches, matchesOtherThanStatus, type Filter } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { RequirementItem } from "./requirement-item.tsx";
import type { Route } from "./route.ts";
import { StatusSign, statusOrder } from "./status.tsx";

interface RequirementsProps {
  readonly data: PageData;
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  readonly route: Route | undefined;
  readonly printing: boolean;
}

/** On paper, so many failing requirements are opened at most. */
const maxPrintedOpen = 60;

export function Requirements({ data, filter, setFilter, route, printing }: RequirementsProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(route ? [route.requirement] : []));
  const setOpened = (id: string, opened: boolean): void => {
    const next = new Set(open);
    if (opened) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  useEffect(() => {
    if (!route) return;
    setOpen((before) => new Set([...before, route.requirement]));
    // After the opened requirement is there.
    requestAnimationFrame(() => requestAnimationFrame(() => reveal(route)));
  }, [route]);

  const shown = data.requirements.filter(
    (requirement) => printing || requirement.id === route?.requirement || matches(requirement, filter),
  );
  const hidden = data.requirements.filter((r) => !shown.includes(r) && matchesOtherThanStatus(r, filter)).length;
  const printed = new Set(
    printing
      ? data.requirements
          .filter((r) => r.failures.length > 0)
          .slice(0, maxPrintedOpen)
          .map((r) => r.id)
      : [],
  );
  const areas = Map.groupBy(shown, (requirement) => requirement.area);
  return (
    <section id="requirements" aria-labelledby="requirements-title" tabIndex={-1}>
      <h2 id="requirements-title">Requirements</h2>
      <Filters data={data} filter={filter} setFilter={setFilter} />
      <p class="quiet found" role="status">
        {shown.length} of {data.requirements.length} shown{hidden > 0 ? `; ${hidden} of another status match, too` : ""}
        .{" "}
        {hidden > 0 && (
          <button type="button" class="plain" onClick={() => setFilter({ ...filter, statuses: [] })}>
            Show them
          </button>
        )}
      </p>
      {[...areas].map(([area, members]) => (
        <Area key={area} area={area} members={members} all={data.requirements}>
          {members.map((requirement) => (
            <RequirementItem
              key={requirement.id}
              requirement={requirement}
              data={data}
              open={open.has(requirement.id) || printed.has(requirement.id)}
              setOpen={(opened) => setOpened(requirement.id, opened)}
              wanted={route?.requirement === requirement.id ? route.failure : undefined}
              printing={printing}
            />
          ))}
        </Area>
      ))}
    </section>
  );
}

interface AreaProps {
  readonly area: string;
  readonly members: readonly PageRequirement[];
  readonly all: readonly PageRequirement[];
  readonly children: preact.ComponentChildren;
}

function Area({ area, all, children }: AreaProps) {
  const whole = all.filter((requirement) => requirement.area === area);
  const counts = statusOrder
    .map((status) => ({ status, count: whole.filter((requirement) => requirement.status === status).length }))
    .filter(({ count }) => count > 0);
  return (
    <section class="area" aria-labelledby={`area-${area}`}>
      <h3 id={`area-${area}`}>
        {area}{" "}
        <span class="area-counts">
          {counts.map(({ status, count }) => (
            <span key={status} title={`${count} ${status}`}>
              <StatusSign status={status} />
              {count}
              <span class="visually-hidden"> {status}</span>
            </span>
          ))}
        </span>
      </h3>
      <ul class="requirement-list">{children}</ul>
    </section>
  );
}

function reveal(route: Route): void {
  const id = route.failure === undefined ? route.requirement : `${route.requirement}/${route.failure}`;
  const target = document.getElementById(id) ?? document.getElementById(route.requirement);
  target?.scrollIntoView({ block: "start" });
  target?.querySelector<HTMLElement>("button[aria-expanded]")?.focus({ preventScroll: true });
}
