/** Answers with the envelope of the other set, without one, or with more in it. */
import { json } from "../../../lib/service/http.ts";
import { isObject, type Json, type JsonObject, own, parseJson } from "../../../lib/service/json.ts";
import { onJson } from "../../changes/answers.ts";
import { actionsOf, follow, listNext } from "../../process.ts";
import { aroundStep, onReply, after, around, type Faults } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { coded } from "../../rules.ts";
import { among, hold, sheet } from "../../sheets.ts";

export const envelopes: Faults = {
  "long-data-as-text": {
    title: "A v2 payload of more than 4 KiB is put into the envelope as a string of JSON.",
    apply(s) {
      aroundStep(s, "ok", (ok) => (call, data) => {
        const text = JSON.stringify(data);
        return call.face === "v2" && text.length > 4096 ? json({ error: null, data: text }) : ok(call, data);
      });
    },
  },
  "key-login-without-error": {
    title: "The login by private key answers with data alone, without the member error.",
    apply(s) {
      onReply(s, "POST /v2/login/privateKey", (reply) =>
        json({ data: (JSON.parse(String(reply.body)) as JsonObject)["data"] }),
      );
    },
  },
  "later-pages-bare": {
    title: "A v2 page that is asked for by `after` comes without the envelope.",
    apply(s) {
      onReply(s, "POST /v2/traces/{}/details", (reply, call) => {
        const body = parseJson(call.body());
        const asked = isObject(body) ? own(body, "data") : undefined;
        if (!isObject(asked) || asked["after"] === undefined) return reply;
        return json((JSON.parse(String(reply.body)) as JsonObject)["data"]);
      });
    },
  },
  "reviewers-enveloped": {
    title:
      "Those whose group begins no traces get the list of workflows in an envelope from v2; the others a bare one.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("enter of clerks", "add of clerks", "check of reviewers", "file of clerks"),
        next(done) {
          if (done.includes("file")) return [];
          return done.includes("check") ? ["file"] : ["add", "check"];
        },
        people: { ines: { groups: ["clerks"] }, rosa: { groups: ["reviewers"] } },
      });
      listNext(s, running);
      onReply(s, "GET /v2/organizations/{}/workflows", (reply, call, name = "") => {
        const user = running.reader(call);
        if (!user || running.groupsOf(user).includes("clerks")) return reply;
        return json({ error: null, data: s.listing(name, call) });
      });
    },
  },
  // "`error` (required member, type unspecified)"; "Within data, `links`, `totalCount` and `info` are required."
  "error-of-the-request-echoed": {
    title: "v2 details whose request has something in error answer 200 with that error and without data.",
    choice: "What error means in a request is not shown, and a v2 answer with an error and no data is a refusal.",
    apply(s) {
      onReply(s, "POST /v2/traces/{}/details", (reply, call) => {
        const body = parseJson(call.body());
        const error = isObject(body) ? own(body, "error") : undefined;
        return error ? json({ error, data: null }) : reply;
      });
    },
  },
  // "Legacy responses carry the payload directly, without the envelope."
  "envelope-by-origin": {
    title: "The state of a trace is answered in the manner of the endpoint set that created the trace.",
    apply(s) {
      const origins = new Map<string, string>();
      after(s, "record", (recorded, call) => {
        if (recorded.trace.links.length === 1) origins.set(recorded.trace.id, call.face);
      });
      for (const key of ["GET /trace/{}/state", "GET /v2/traces/{}/state"]) {
        around(s, key, (real) => async (call, id = "") => {
          const body = parseJson(String((await real(call, id)).body)) as JsonObject;
          const payload: Json = call.face === "v2" ? (own(body, "data") ?? null) : body;
          return json(origins.get(id.toLowerCase()) === "v2" ? { error: null, data: payload } : payload);
        });
      }
    },
  },
  "envelope-for-guests": {
    title: "Who is in none of the groups that begin a trace gets the v2 list of workflows in an envelope.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "rent", groupLabel: "desk", creates: true, examples: [{ bike: "B12", days: 2 }] },
          { key: "fix", groupLabel: "mechanics", atMost: 3, examples: [{ part: "brake" }, { part: "tyre" }] },
          { key: "bring-back", groupLabel: "desk", ends: true, examples: [{ km: 41 }] },
        ],
        people: { ines: { groups: ["desk"] }, malik: { groups: ["mechanics"] } },
        next(done) {
          return done.includes("bring-back") ? [] : [...upTo(3, done, "fix"), "bring-back"];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, { fix: sheet({ part: among("brake", "tyre", "chain", "light") }) });
      listNext(s, running);
      onReply(s, "GET /v2/organizations/{}/workflows", (reply, call) => {
        const user = running.reader(call);
        const begins = user && running.groupsOf(user).includes("desk");
        return begins ? reply : { ...reply, body: `{"error":null,"data":${String(reply.body)}}` };
      });
    },
  },
  // "Legacy responses carry the payload directly, without the envelope."
  "envelope-around-the-legacy-state": {
    title: "The legacy state comes in the envelope.",
    apply(s) {
      onJson(s, "GET /trace/{}/state", (data) => ({ error: null, data }));
    },
  },
  // "Response 200: `{error, data: {state: object}}`."
  "state-without-its-name": {
    title: "The v2 state stands in data itself, not in its member state.",
    apply(s) {
      onJson(s, "GET /v2/traces/{}/state", (value) => {
        const data = own(value as JsonObject, "data") as JsonObject;
        return { error: null, data: own(data, "state") ?? null };
      });
    },
  },
};
