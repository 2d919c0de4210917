import type { Workflow } from "../../lib/service/domain.ts";
import type { Call } from "../../lib/service/http.ts";
import type { FilePart } from "../../lib/service/multipart.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Link, Service, Trace } from "../service.ts";
import { around, pause, type Faults } from "../tools.ts";

/** Changes the files of every creation and action before they are kept. */
function onParts(s: Service, change: (files: FilePart[], call: Call) => FilePart[]): void {
  const { readInput } = s;
  s.readInput = async (call) => {
    const input = await readInput(call);
    return { ...input, files: change(input.files, call) };
  };
}

/** Does something where a creation or an action is not allowed, before it is refused. */
function onRefused(s: Service, act: (kind: string, ...args: Parameters<Service["checkAction"]>) => void): void {
  const { checkAction } = s;
  s.checkAction = (...args) => {
    try {
      return checkAction(...args);
    } catch (error) {
      if (error instanceof Refusal) act(error.kind, ...args);
      throw error;
    }
  };
}

const named = (s: Service, organization: string, id?: string): Workflow | undefined =>
  s.workflows.find((workflow) => workflow.id === id && workflow.organization === organization);

export const levers: Faults = {
  "files-before-body": {
    title: "In the legacy set, file parts that stand before the part `body` are dropped without a word.",
    apply(s) {
      onParts(s, (files, call) => {
        if (call.face === "v2") return files;
        const bytes = call.body();
        const body = bytes.indexOf(' name="body"');
        return files.filter(({ part }) => {
          const at = bytes.indexOf(` name="${part}"`);
          return at === -1 || at > body;
        });
      });
    },
  },
  "parts-by-stem": {
    title: "File parts are told apart without the number at the end of their names: of file1 and file2 the last stays.",
    apply(s) {
      onParts(s, (files) => [...new Map(files.map((file) => [file.part.replace(/\W*\d+$/, ""), file])).values()]);
    },
  },
  "hyphens-in-files": {
    title: "A file is cut off before its first line that begins with two hyphens.",
    apply(s) {
      onParts(s, (files) =>
        files.map((file) => {
          const at = file.data.indexOf("\n--");
          return at === -1 ? file : { ...file, data: file.data.subarray(0, at) };
        }),
      );
    },
  },
  "accepted-with-files": {
    title: "A v2 action that brings files is answered with 202.",
    apply(s) {
      around(s, "POST /v2/traces/{}/action", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return (await s.readInput(call)).files.length > 0 ? { ...reply, status: 202 } : reply;
      });
    },
  },
  "blanks-left-out": {
    title: "The state that a legacy action is answered with lacks the members that are false, 0, null or empty text.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const state = await stateOf(trace, call);
        if (call.path.at(-1) !== "link") return state;
        return Object.fromEntries(Object.entries(state ?? {}).filter(([, value]) => Boolean(value)));
      };
    },
  },
  "repetition-elsewhere": {
    title:
      "An action with the content of one of the last two seconds on another trace counts as sent: it is not added.",
    apply(s) {
      const latest = new Map<string, { at: number; recorded: { trace: Trace; link: Link } }>();
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        if (!known) return record(call, user, workflow, input);
        const files = input.files.map(({ data }) => s.digest(data));
        const content = JSON.stringify([user.email, workflow.id, input.actionKey, input.data ?? {}, files]);
        const former = latest.get(content);
        if (former && former.recorded.trace !== known && Date.now() - former.at < 2000) return former.recorded;
        const recorded = await record(call, user, workflow, input, known);
        latest.set(content, { at: Date.now(), recorded });
        return recorded;
      };
    },
  },
  "effect-of-the-refused": {
    title: "An action that is refused for its group adds no link, but its data is in the state.",
    apply(s) {
      onRefused(s, (kind, _user, input, known, call) => {
        if (kind === "foreign" && known) known.state = s.merge(known, input.data ?? {}, call);
      });
    },
  },
  "found-though-refused": {
    title: "Searches find a trace whose creation was refused for its action or group, though there is none.",
    apply(s) {
      const indexed: Trace[] = [];
      onRefused(s, (_kind, user, input, known, call) => {
        const workflow = known ? undefined : named(s, user.organization, input.workflowId);
        if (!workflow) return;
        const trace = s.newTrace(workflow);
        indexed.push({ ...trace, state: s.merge(trace, input.data ?? {}, call) });
      });
      const { search } = s;
      s.search = (workflow, filters, call) => [
        ...search(workflow, filters, call),
        ...indexed
          .filter((trace) => trace.workflow === workflow && s.matches(trace, filters, call))
          .map(({ id }) => id),
      ];
    },
  },
  "moved-by-refusal": {
    title: "An action that names another workflow is refused, but from then on its trace is found there alone.",
    apply(s) {
      const moved = new WeakMap<Trace, Workflow>();
      onRefused(s, (_kind, user, input, known) => {
        const other = named(s, user.organization, input.workflowId);
        if (known && other && other !== known.workflow) moved.set(known, other);
      });
      s.search = (workflow, filters, call) =>
        [...s.traces.values()]
          .filter((trace) => (moved.get(trace) ?? trace.workflow) === workflow && s.matches(trace, filters, call))
          .map(({ id }) => id);
    },
  },
  "absent-while-written": {
    title: "While an action with files is being recorded, its trace is not found.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        if (known && input.files.length > 0) {
          s.traces.delete(known.id);
          await pause(25);
        }
        return record(call, user, workflow, input, known);
      };
    },
  },
};
