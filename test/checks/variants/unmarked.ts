/** Links of a conformant service whose forms leave no room for a text by which one action is told from all others. */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { jsonAnswer } from "../support/answers.ts";
import type { How, Story, TraceHandle } from "../support/history.ts";
import type { VariantStory } from "../support/kill.ts";

/** An answer whose links show other data than was sent. */
function showing(story: Story, trace: TraceHandle, ...shown: readonly JsonObject[]): How {
  const page = story.service.details(trace.id, {}, "v2");
  const links = (isJsonObject(page) ? page["links"] : []) as readonly JsonObject[];
  const data = { ...(page as JsonObject), links: links.map((link, place) => ({ ...link, data: shown[place] ?? {} })) };
  return { answer: jsonAnswer({ error: null, data: data as Json }) };
}

/** A district, and what is weighed there. */
function weighed(story: Story, sent: readonly JsonObject[]): TraceHandle {
  const [first = {}, ...more] = sent;
  const trace = story.create({ data: first });
  for (const data of more) story.act(trace, { data });
  return trace;
}

const kilos = [{ kilos: 3 }, { kilos: 4 }, { kilos: 5 }];
const sums = [{ kilos: 3 }, { kilos: 7 }, { kilos: 12 }];

export const unmarked: readonly VariantStory[] = [
  {
    title: "links without a marker beside one of the service's own, of which somebody else's is shown without its data",
    choices: { ownLinks: true },
    judged: ["DATA-02"],
    story: (story) => {
      const trace = weighed(story, [{ district: "N4" }, { kilos: 3 }]);
      story.act(trace, { data: { pounds: 9 } }, { actor: "user-0" });
      const page = story.service.details(trace.id, {}, "v2") as { readonly links: readonly JsonObject[] };
      const hidden = page.links.map((link) =>
        "pounds" in (link["data"] as JsonObject) ? { ...link, data: {} } : link,
      );
      story.details(trace, {}, { answer: jsonAnswer({ error: null, data: { ...page, links: hidden } as Json }) });
    },
  },
  {
    title: "links without a marker that show the sum so far",
    story: (story) => {
      const trace = weighed(story, kilos);
      story.details(trace, {}, showing(story, trace, ...sums));
    },
  },
  {
    title: "links without a marker that show the sum so far beside what came first",
    story: (story) => {
      const first = { district: "N4" };
      const trace = weighed(story, [first, ...kilos]);
      story.details(trace, {}, showing(story, trace, first, ...sums.map((sum) => ({ ...first, ...sum }))));
    },
  },
  {
    title: "links without a marker that show the sum so far, and nothing of what came first",
    story: (story) => {
      const trace = weighed(story, [{ district: "N4" }, ...kilos]);
      story.details(trace, {}, showing(story, trace, {}, ...sums));
    },
  },
  {
    title: "links without a marker in which defaults of the form stand for what was left out",
    judged: ["DATA-02"],
    story: (story) => {
      const sent = [{ district: "N4" }, ...kilos];
      const trace = weighed(story, sent);
      story.details(trace, {}, showing(story, trace, ...sent.map((data) => ({ ...data, urgent: false }))));
    },
  },
  {
    title: "links without a marker whose data only their sender is shown",
    judged: ["DATA-02"],
    story: (story) => {
      const trace = weighed(story, [{ district: "N4" }, ...kilos]);
      story.act(trace, { data: { pounds: 9 } }, { actor: "user-0" });
      story.details(trace, {}, showing(story, trace, { district: "N4" }, ...kilos));
    },
  },
  {
    title: "links without a marker that show what another user sent as it was sent",
    judged: ["DATA-04"],
    story: (story) => {
      const trace = weighed(story, [{ district: "N4" }, ...kilos]);
      const last = { parts: ["lid", "axle"] };
      story.act(trace, { data: last }, { actor: "user-0" });
      story.details(trace, {}, showing(story, trace, { district: "N4" }, ...kilos, last));
    },
  },
];
