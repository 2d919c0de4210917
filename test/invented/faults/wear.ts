import { randomUUID } from "node:crypto";
import { bearer } from "../../lib/service/http.ts";
import type { Link } from "../service.ts";
import { around, type Faults } from "../tools.ts";

/** What breaks only after something else, after a while, or beyond a bound. */
export const wear: Faults = {
  // "Response 200: `{error, data: array of strings}`, each a trace UUID": those that fit the filters
  "search-after-a-refused-one": {
    title: "The first v2 search after one that was refused finds nothing.",
    awaits: "a search that misses what one before it found, told from an index or a replica that lags",
    apply(s) {
      let broken = false;
      around(s, "POST /v2/workflows/{}/traces/search", (real) => async (call, ...params) => {
        try {
          const reply = await real(call, ...params);
          const answered = broken ? s.ok(call, []) : reply;
          broken = false;
          return answered;
        } catch (error) {
          broken = true;
          throw error;
        }
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "forty-eighth-action": {
    title: "Actions are written in batches of forty-eight, without the last: that one is answered, and not kept.",
    apply(s) {
      const { record } = s;
      let count = 0;
      s.record = async (...args) => {
        const known = args[4];
        count += known ? 1 : 0;
        if (!known || count % 48 !== 0) return record(...args);
        const { links, state } = { links: [...known.links], state: known.state };
        const recorded = await record(...args);
        Object.assign(known, { links, state });
        return recorded;
      };
    },
  },
  // "Files can be attached to an action. They are identified inside a trace by a digest and can be downloaded"
  "long-file-names": {
    title: "A file whose name has more than a hundred characters is taken, and not kept.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(
          trace,
          files.filter(({ name }) => name.length <= 100),
          call,
        );
    },
  },
  // "`traceInput` (v2): JSON object. The data of the action."
  "large-field-is-none": {
    title: "A v2 traceInput of more than 16,384 bytes goes to a temporary file that nobody reads: the data are empty.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return Buffer.byteLength(input.dataText ?? "") > 16_384 ? { ...input, data: {} } : input;
      };
    },
  },
  // "Each appended action becomes a link of the trace."
  "older-token-writes-nothing": {
    title: "An action with a token that is not the latest of its user is answered with 200, and not kept.",
    apply(s) {
      const { issueToken, record } = s;
      const latest = new Map<string, string>();
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        latest.set(user.email, token);
        return token;
      };
      s.record = async (call, user, workflow, input, known) => {
        if (!known || bearer(call.headers) === latest.get(user.email))
          return record(call, user, workflow, input, known);
        const { actionKey = "", groupLabel = "", data = {} } = input;
        const link: Link = { id: randomUUID(), actionKey, groupLabel, author: user.email, data, files: [] };
        return { trace: known, link };
      };
    },
  },
  // "hasNext: boolean", beside "`first`: the number of links to retrieve from the start"
  "cap-says-the-end": {
    title: "A page has twelve links at most; where `first` asks for more, it says that it is the last one.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        if (args.first === undefined || args.first <= 12) return page(links, args, trace, call);
        const found = page(links, { ...args, first: 12 }, trace, call);
        return { ...found, hasNext: false };
      };
    },
  },
};
