/** The page from top to bottom. */
import { useState } from "preact/hooks";
import { Changes } from "./changes.tsx";
import type { PageData } from "./data.ts";
import { noFilter, type Filter } from "./filter.ts";
import { OpenPoints } from "./open-points.tsx";
import { Operations } from "./operations.tsx";
import { Printing, usePrinting } from "./printing.ts";
import { Requirements } from "./requirements.tsx";
import { useRoute } from "./route.ts";
import { RunFacts } from "./run-facts.tsx";
import { firstFilter } from "./filter.ts";
import { Sensitivity } from "./sensitivity.tsx";
import { Traffic } from "./traffic.tsx";
import { Verdict } from "./verdict.tsx";

export function App({ data }: { readonly data: PageData }) {
  const route = useRoute();
  const printing = usePrinting();
  const [filter, setFilter] = useState<Filter>(() => firstFilter(data));
  const show = (wanted: Partial<Filter>): void => {
    setFilter({ ...noFilter, ...wanted });
    document.getElementById("requirements")?.scrollIntoView({ block: "start" });
  };
  const sections: readonly (readonly [string, string])[] = [
    ...(data.changes ? [["changes", "Changes"] as const] : []),
    ["requirements", "Requirements"],
    ["operations", "Operations"],
    ["traffic", "Traffic"],
    ...(data.sensitivity ? [["sensitivity", "What it is worth"] as const] : []),
    ["open-points", "Open points"],
    ["run", "This run"],
  ];
  return (
    <Printing.Provider value={printing}>
      <a class="skip-link" href="#requirements">
        Skip to the requirements
      </a>
      <Verdict data={data} show={show} />
      <nav class="sections" aria-label="Sections of the report">
        <ul>
          {sections.map(([id, name]) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        {data.changes && <Changes changes={data.changes} />}
        <Requirements data={data} filter={filter} setFilter={setFilter} route={route} printing={printing} />
        <Operations data={data} show={show} />
        <Traffic data={data} />
        {data.sensitivity && <Sensitivity sensitivity={data.sensitivity} />}
        <OpenPoints points={data.openPoints} />
        <RunFacts data={data} />
      </main>
    </Printing.Provider>
  );
}
