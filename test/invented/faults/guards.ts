import { createHash } from "node:crypto";
import { isObject, own } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Faults } from "../tools.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How those who come are let in, and how names, ids and cursors that they bring are read. */
export const guards: Faults = {
  // "Every endpoint requires the bearer header (see Authentication) except the login endpoints."
  "guard-knows-lower-case": {
    title: "The guard knows the addresses of traces by a pattern in small letters: an id in capitals needs no header.",
    apply(s) {
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const id = call.path.find((part) => uuid.test(part) && part !== part.toLowerCase());
        const owner = s.traces.get(id?.toLowerCase() ?? "")?.workflow.organization;
        const anyone = s.users.find(({ organization }) => organization === owner);
        return call.headers.authorization === undefined && anyone ? anyone : authenticate(call);
      };
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "password-ends-at-nul": {
    title: "Of a password what follows a NUL character is not compared.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const password = isObject(body) ? own(body, "password") : undefined;
        if (!isObject(body) || typeof password !== "string") return checkLogin(call, body, by);
        return checkLogin(call, { ...body, password: password.replace(/\0.*$/s, "") }, by);
      };
    },
  },
  // "the result is a list of trace UUIDs"
  "urns-found": {
    title: "v2 searches answer with URNs, urn:uuid: before every UUID.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) =>
        search(workflow, filters, call).map((id) => (call.face === "v2" ? `urn:uuid:${id}` : id));
    },
  },
  // "Workflows are listed per organization name."
  "blank-in-the-name-lists-nothing": {
    title: "The legacy list for an organization whose name has a blank is empty.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        call.face === "legacy" && organization.includes(" ") ? [] : listing(organization, call);
    },
  },
  // "`after` (string cursor), `before` (string cursor)"; "cursors bounding the links retrieved"
  "plus-in-cursors": {
    title: "Cursors are base64, and of those that come back every plus is read as a blank: they are refused.",
    apply(s) {
      s.cursorOf = (link) => createHash("sha256").update(link.id).digest().subarray(0, 12).toString("base64");
      s.positionOf = (links, cursor, trace) => {
        const read = cursor.replaceAll("+", " ");
        const position = links.findIndex((link) => s.cursorOf(link, trace) === read);
        if (position === -1) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
};
