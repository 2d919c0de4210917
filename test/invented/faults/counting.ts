import { randomUUID } from "node:crypto";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Face } from "../../lib/service/http.ts";
import { sameJson } from "../../lib/service/json.ts";
import { zip, distinctNames, type ZipEntry } from "../../lib/service/zip.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, pause, type Faults } from "../tools.ts";

/** How many there are, which came first, and who has the right. */
export const counting: Faults = {
  // "Each appended action becomes a link of the trace."
  "history-of-twenty-five": {
    title: "A trace keeps its newest twenty-five links.",
    apply(s) {
      onRecord(s, (_link, trace) => trace.links.splice(0, Math.max(0, trace.links.length - 25)));
    },
  },
  "nothing-changed-no-link": {
    title: "An action without files that leaves the state as it was is taken, and becomes no link.",
    apply(s) {
      const { record } = s;
      s.record = async (...args) => {
        const known = args[4];
        const before = structuredClone(known?.state);
        const recorded = await record(...args);
        if (known && recorded.link.files.length === 0 && sameJson(before, known.state)) known.links.pop();
        return recorded;
      };
    },
  },
  // "`totalCount`: integer", beside the links that it counts
  "total-of-own-face": {
    title: "The total is kept by each endpoint set, which forgets it only when an action comes through itself.",
    apply(s) {
      const { total, record } = s;
      const kept = new WeakMap<Trace, Partial<Record<Face, number>>>();
      s.record = (call, user, workflow, input, known) => {
        if (known) delete kept.get(known)?.[call.face];
        return record(call, user, workflow, input, known);
      };
      s.total = (trace, call) => {
        const totals = kept.get(trace) ?? {};
        kept.set(trace, totals);
        return (totals[call.face] ??= Number(total(trace, call)));
      };
    },
  },
  // "`after` … cursors bounding the links retrieved": the link that it was given for
  "cursor-counts-from-the-newest": {
    title: "Links come newest first, and a cursor is a position: who appends between two pages gets a link twice.",
    choice: "Each action moves all others; what a cursor from before then bounds is not shown.",
    apply(s) {
      s.linksOf = (trace) => [...trace.links].reverse();
      s.cursorOf = (link, trace) => String([...trace.links].reverse().indexOf(link));
    },
  },
  // "Zero or more files"
  "ninth-file-lost": {
    title: "An action keeps its first eight files.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) => keepFiles(trace, files.slice(0, 8), call);
    },
  },
  "part-names-with-brackets": {
    title: "A file whose part name holds a bracket is taken for a nested field, and dropped.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(
          trace,
          files.filter(({ part }) => !/[[\]]/.test(part)),
          call,
        );
    },
  },
  // A refused action attached nothing: "Files can be attached to an action"
  "files-of-the-refused-stay": {
    title: "Files are kept before the action is judged: those of a refused action can be downloaded.",
    apply(s) {
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        if (known) void s.keepFiles(known, input.files, call);
        return checkAction(user, input, known, call);
      };
    },
  },
  // "a zip archive with the requested files"
  "archives-share-a-writer": {
    title: "Two archives that are packed at once are written by one writer: the later has the files of both.",
    apply(s) {
      let open: ZipEntry[] = [];
      let writers = 0;
      s.pack = async (entries) => {
        writers += 1;
        open.push(...entries);
        const mine = open;
        await pause(3);
        writers -= 1;
        if (writers === 0) open = [];
        return zip(distinctNames(mine), { deflate: true });
      };
    },
  },
  // "traceId: string, UUID. Identifies a trace."
  "ids-from-the-clock": {
    title: "The id of a trace is made of the millisecond: of two that are created in the same, one replaces the other.",
    apply(s) {
      const { newTrace } = s;
      const node = randomUUID().slice(13);
      s.newTrace = (workflow) => {
        const time = Date.now().toString(16).padStart(12, "0");
        return { ...newTrace(workflow), id: `${time.slice(0, 8)}-${time.slice(8)}${node}` };
      };
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "password-of-eight": {
    title: "Only the first eight characters of a password count.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const given = body as Record<string, unknown> | null;
        const password = given?.["password"];
        const user = s.users.find(({ email }) => email === given?.["email"]);
        if (by !== "credential" || typeof password !== "string" || !user) return checkLogin(call, body, by);
        if (password.slice(0, 8) !== user.password.slice(0, 8)) throw new Refusal("login", "unknown user");
        return user;
      };
    },
  },
  // "login with a private key uses the private key of a valid user"
  "key-by-its-beginning": {
    title: "Who sends the beginning of a private key is logged in.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const key = (body as Record<string, unknown> | null)?.["privateKey"];
        const user = s.users.find(
          ({ privateKey }) => typeof key === "string" && key !== "" && privateKey.startsWith(key),
        );
        return by === "privateKey" && user ? user : checkLogin(call, body, by);
      };
    },
  },
  // "Each appended action becomes a link": in the order of one list, whatever page is asked
  "page-of-one-is-the-newest": {
    title: "A page of one link from the start, without a cursor, is answered by the shortcut for the newest link.",
    apply(s) {
      const { page } = s;
      s.page = (links: Link[], args, trace, call) =>
        args.first === 1 && args.after === undefined && args.before === undefined && args.last === undefined
          ? { ...page(links, args, trace, call), items: links.slice(-1) }
          : page(links, args, trace, call);
    },
  },
};
