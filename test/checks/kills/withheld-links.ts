/** A service whose links keep the data of others' actions from readers, and gets other links wrong: that excuses none of them. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Kill } from "../support/kill.ts";
import type { Story, TraceHandle } from "../support/history.ts";
import { last, links, type Change, type HistoryFault } from "../support/history-faults.ts";

const seal = (story: Story, trace: TraceHandle) => story.act(trace, { actionKey: "seal" }, { actor: "user-0" });

/** The third of its links shows its reader no data, through either face. */
function withOneWithheld(story: Story): void {
  const trace = story.create();
  story.act(trace);
  seal(story, trace);
  story.details(trace);
  story.details(trace, {}, { face: "legacy" });
  story.details(trace);
}

function onTwoTraces(story: Story): void {
  for (let traces = 0; traces < 2; traces++) {
    const trace = story.create();
    seal(story, trace);
    story.details(trace);
  }
}

function of(requirement: RequirementId, title: string, reject: HistoryFault, accept = withOneWithheld): Kill {
  const choices: Kill["choices"] = { withholds: { key: "seal", until: "close" } };
  return { requirement, title: `beside data of others that are withheld, ${title}`, choices, accept, reject };
}

/** The page with another link at this place. */
const link = (place: number, how: (link: JsonObject) => Json): Change =>
  links((all) => all.map((one, at) => (at === place ? how(one) : one)));

const without = ({ data: _, ...others }: JsonObject): JsonObject => others;
const withData = (one: JsonObject): JsonObject => ({ ...one, data: { tcRun: "run", tcMark: "mark-3-of-run" } });

export const withheldLinkKills: readonly Kill[] = [
  of("DETAILS-11", "data that the reader sent are lost", last("details", link(1, without))),
  of(
    "DETAILS-11",
    "those of nobody stand there",
    last(
      "details",
      link(2, (one) => ({ ...one, data: { tcMark: "of another trace" } })),
    ),
  ),
  of(
    "DETAILS-11",
    "a link without data is in two traces",
    (history) => {
      const page = history.exchanges.find(({ intent }) => intent.kind === "details")?.response?.json?.value;
      const withheld = (page as { data: { links: readonly JsonObject[] } }).data.links.at(-1) ?? {};
      return last(
        "details",
        link(1, () => withheld),
      )(history);
    },
    onTwoTraces,
  ),
  of("EQUIV-02", "the legacy face shows them", last("details", link(2, withData), "legacy")),
  of("EQUIV-02", "the legacy face alone withholds those of the reader", last("details", link(0, without), "legacy")),
  of(
    "DETAILS-08",
    "two links change places",
    last(
      "details",
      links(([first, second, ...others]) => (first && second ? [second, first, ...others] : [])),
    ),
  ),
];
