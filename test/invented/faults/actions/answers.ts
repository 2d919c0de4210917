/** Answers to an action that name no UUID, or in another form. */
import { onJson } from "../../changes/answers.ts";
import { follow, listNext, trade, trades } from "../../process.ts";
import { aroundStep, changeResult, type Faults, onRecord } from "../../tools.ts";

export const answers: Faults = {
  "undashed-with-files": {
    title: "A v2 action with files is answered with 32 hexadecimal digits, without the dashes of a UUID.",
    apply(s) {
      changeResult(s, "actionAnswer", (id, _trace, made) => (made.files.length > 0 ? id.replaceAll("-", "") : id));
    },
  },
  "a-task-for-a-uuid": {
    // "POST /v2/traces/{traceId}/action … Response 200: `{error, data: string}` where data is a UUID string."
    title: "A v2 action after which only other groups may go on, or nobody, answers with the number of a task.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      aroundStep(s, "actionAnswer", (actionAnswer) => (trace, link) => {
        const group = running.workflow.actions.find(({ key }) => key === link.actionKey)?.groupLabel ?? "";
        return group in running.byGroup(trace) ? actionAnswer(trace, link) : `task-${String(trace.links.length)}`;
      });
    },
  },
  // "POST /v2/traces/{traceId}/action … data is a UUID string"
  "uuid-in-base64": {
    title: "A v2 action is answered with the UUID in 22 characters of base64url.",
    apply(s) {
      s.actionAnswer = (_trace, { id }) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
    },
  },
  // "POST /trace/{traceId}/link: … response 200 `{state: object}`"
  "link-answers-as-v2": {
    title: "The legacy action is answered with a UUID, as that of v2.",
    apply(s) {
      onJson(s, "POST /trace/{}/link", (_state, id) => s.traces.get(id.toLowerCase())?.links.at(-1)?.id ?? null);
    },
  },
  "braced-link-id": {
    title: "The v2 action answers with a UUID in braces.",
    apply(s) {
      s.actionAnswer = (_trace, link) => `{${link.id}}`;
    },
  },
  "unpadded-hex": {
    title: "The groups of a link's UUID are written without leading zeros.",
    apply(s) {
      onRecord(s, (link) => {
        link.id = link.id
          .split("-")
          .map((group) => group.replace(/^0+(?=.)/, ""))
          .join("-");
      });
    },
  },
  "bare-id-with-files": {
    title: "A v2 action that brings files is answered with an id of 32 digits, without hyphens.",
    apply(s) {
      const { actionAnswer } = s;
      s.actionAnswer = (trace, link) =>
        link.files.length > 0 ? actionAnswer(trace, link).replaceAll("-", "") : actionAnswer(trace, link);
    },
  },
};
