/** What a conformant service does by its own hand: documents, counters and links that nobody sent. */
import { bytesAnswer, jsonAnswer } from "../support/answers.ts";
import type { VariantStory } from "../support/kill.ts";

export const byItself: readonly VariantStory[] = [
  {
    title: "a document that is written anew for each download",
    story: (story) => {
      const trace = story.create({ members: { kept: 1 } });
      for (const moment of ["12:00", "12:01"]) {
        const answer = bytesAnswer(Buffer.from(`written at ${moment}`));
        story.file(trace, { digest: "receipt-1", shown: true }, { defects: [], answer });
      }
    },
  },
  {
    title: "a colleague's page before and after a link of the service's own came",
    choices: { ownLinks: "late" },
    story: (story) => {
      const trace = story.create({ members: { kept: 1 } });
      story.act(trace);
      const info = { hasNext: false, hasPrevious: false };
      const page = (end: "first" | "last", count: number): void => {
        const links = Array.from({ length: count }, (_, at) => ({
          id: String(at),
          actionKey: at < 2 ? "open" : "label",
        }));
        const data = { links, totalCount: count, info };
        story.details(trace, { [end]: 10 }, { actor: "user-0", answer: jsonAnswer({ error: null, data }) });
      };
      page("first", 2);
      page("last", 3);
    },
  },
];
