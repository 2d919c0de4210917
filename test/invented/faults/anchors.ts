import { gzipSync } from "node:zlib";
import { json } from "../../lib/service/http.ts";
import { own, sameJson } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { around, type Faults } from "../tools.ts";

const pem = [
  "-----BEGIN PRIVATE KEY-----",
  "MC4CAQAwBQYDK2VwBCIEIJ8v3m1Qk0c5sN7yq2Tz",
  "Lw4xHb9dRf6uGaVjPeKo",
  "-----END PRIVATE KEY-----",
  "",
].join("\n");

function decodedAgain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new Refusal("invalid", "the address is badly encoded");
  }
}

export const anchors: Faults = {
  "percent-decoded-twice": {
    title: "The name of the organization is decoded twice, so that one with a percent sign cannot be asked for.",
    apply(s) {
      const { organization = "" } = s.users[0] ?? {};
      for (const one of [...s.users, ...s.workflows]) {
        if (one.organization === organization) one.organization = "Nordwind 50% Trading";
      }
      for (const key of ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}"]) {
        around(
          s,
          key,
          (real) =>
            (call, name = "") =>
              real(call, decodedAgain(name)),
        );
      }
    },
  },
  "key-of-lines": {
    title: "A private key of several lines does not log in: its line breaks become spaces before it is looked up.",
    apply(s) {
      const [user] = s.users;
      if (user) user.privateKey = pem;
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) =>
        checkLogin(call, JSON.parse(JSON.stringify(body).replaceAll("\\n", " ")) as typeof body, by);
    },
  },
  "created-link-for-trace": {
    title: "A legacy creation with files answers with the id of the first link, not of the trace.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const { trace, link } = await record(call, user, workflow, input, known);
        const mixed = !known && call.face === "legacy" && input.files.length > 0;
        return { trace: mixed ? { ...trace, id: link.id } : trace, link };
      };
    },
  },
  "third-filter-unread": {
    title: "A search heeds the first two members of the filters and none of the others.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, Object.fromEntries(Object.entries(filters).slice(0, 2)), call);
    },
  },
  "compressed-unsaid": {
    title: "A downloaded text file of more than 1 KiB comes compressed, and no header says so.",
    apply(s) {
      const { fileReply } = s;
      s.fileReply = (file, call) => {
        const reply = fileReply(file, call);
        const text = /\.(txt|csv|json|md|xml|html)$/i.test(file.name);
        return text && file.data.length > 1024 ? { ...reply, body: gzipSync(file.data) } : reply;
      };
    },
  },
  "long-data-as-text": {
    title: "A v2 payload of more than 4 KiB is put into the envelope as a string of JSON.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => {
        const text = JSON.stringify(data);
        return call.face === "v2" && text.length > 4096 ? json({ error: null, data: text }) : ok(call, data);
      };
    },
  },
  "one-left-comes-too": {
    title: "Where just one link would be left after the page, the page has it too: one more than `first` says.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        if (args.first === undefined) return page(links, args, trace, call);
        const more = page(links, { ...args, first: args.first + 1 }, trace, call);
        return more.hasNext ? page(links, args, trace, call) : more;
      };
    },
  },
  "unused-workflow-unlisted": {
    title: "A workflow that has no trace yet is missing in the list of the organization.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) => {
        const used = new Set(Array.from(s.traces.values(), ({ workflow }) => workflow.id));
        return listing(organization, call).filter(({ workflowId }) => used.has(String(workflowId)));
      };
    },
  },
  "sign-unread": {
    title: "The search does not see the sign of a number: -5 finds 5.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const [held, wanted] = [own(trace.state, key), own(filters, key) ?? null];
          return typeof held === "number" && typeof wanted === "number"
            ? Math.abs(held) === Math.abs(wanted)
            : sameJson(held, wanted);
        });
    },
  },
  "last-login-lists": {
    title: "The workflow list is that of the organization of whoever logged in last.",
    apply(s) {
      const { checkLogin, listing } = s;
      let latest: string | undefined;
      s.checkLogin = (...args) => {
        const user = checkLogin(...args);
        latest = user.organization;
        return user;
      };
      s.listing = (organization, call) => listing(latest ?? organization, call);
    },
  },
};
