import { json } from "../../lib/service/http.ts";
import { onEveryAnswer, pause, type Faults } from "../tools.ts";

export const wires: Faults = {
  "no-error-no-member": {
    title: "The v2 search leaves out the member error where there is none.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => (call.face === "v2" && call.path.at(-1) === "search" ? json({ data }) : ok(call, data));
    },
  },
  "refusals-of-the-framework": {
    title: "Refusals of the v2 set are those of the framework: a time, a status, a message and a path, and no error.",
    choice: "What a refusal looks like is not shown; `error` and `data` are shown of answers with status 200.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) => {
        const status = s.statuses[error.kind];
        if (call.face === "legacy") return refuse(call, error);
        const path = `/${call.path.join("/")}`;
        return json({ timestamp: new Date().toISOString(), status, message: error.message, path }, status);
      };
    },
  },
  "length-in-characters": {
    title: "The length of v2 answers is told in characters, so that those beyond ASCII are cut off.",
    apply(s) {
      onEveryAnswer(s, (reply, call) =>
        call.face === "v2" && typeof reply.body === "string"
          ? { ...reply, body: Buffer.from(reply.body).subarray(0, reply.body.length) }
          : reply,
      );
    },
  },
  "creation-sent-again": {
    title: "A creation during which another one arrives is sent again by the proxy, and the trace exists twice.",
    apply(s) {
      const { record } = s;
      let begun = 0;
      s.record = async (call, user, workflow, input, known) => {
        if (known) return record(call, user, workflow, input, known);
        begun += 1;
        const turn = begun;
        await pause(5);
        if (begun !== turn) await record(call, user, workflow, input);
        return record(call, user, workflow, input);
      };
    },
  },
};
