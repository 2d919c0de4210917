/** The member error in success, and what stands beside it. */
import { json, type Reply } from "../../../lib/service/http.ts";
import { isObject, type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { loginRoutes, onJson } from "../../changes/json-answers.ts";
import { aroundStep, changeResult, rewriteObject, type Variants } from "../../tools.ts";

const lists = ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}"];

function hasToken(value: Json): value is JsonObject {
  return isObject(value) && typeof own(value, "token") === "string";
}

export const envelopes: Variants = {
  chatty: {
    title:
      "Payloads carry additional members, error is an empty object on success, the JSON is pretty-printed and chunked " +
      "under application/json; charset=utf-8, and answers set cookies.",
    why: "The type of error is unspecified, and no sentence forbids more members; frameworks add what helps their users.",
    apply(s) {
      const talk = (reply: Reply): Reply => ({
        ...reply,
        headers: {
          ...reply.headers,
          "Content-Type": "application/json; charset=utf-8",
          "Set-Cookie": "seen=1; Path=/",
        },
        body: `${JSON.stringify(JSON.parse(String(reply.body)), null, 2)}\n`,
        chunked: true,
      });
      aroundStep(s, "ok", (ok) => (call, data) => {
        const more: Json = isObject(data)
          ? { served: new Date().toISOString(), ...data, requestId: call.path.length }
          : data;
        return talk(call.face === "v2" ? json({ data: more, error: {} }) : ok(call, more));
      });
      changeResult(s, "info", (info, page) => ({ ...info, pageSize: page.items.length }));
      changeResult(s, "listing", (listed) => listed.map((item, index) => ({ position: index, active: true, ...item })));
    },
  },
  "members-of-its-own": {
    title: "Payload objects have members of their own, `data` stands before `error`, and the error of a success is [].",
    why: "The fields of links and the type of `error` are not shown; a list of errors that is empty means success.",
    apply(s) {
      s.ok = (call, data) => json(call.face === "v2" ? { data, error: [] } : data);
      changeResult(s, "linkView", (view, link, trace) => ({
        _links: { self: { href: `/v2/traces/${trace.id}/details#${link.id}` } },
        ...(view as JsonObject),
      }));
      changeResult(s, "info", (info, ...args) => ({ ...info, pageSize: args[0].items.length }));
      onJson(s, lists, (value) => (value as JsonObject[]).map((item) => ({ archived: false, version: 3, ...item })));
      const more = { tokenType: "Bearer", expiresIn: s.tokenSeconds, token: "" };
      onJson(s, loginRoutes, (value) =>
        rewriteObject(value as JsonObject, (one) => (hasToken(one) ? { ...more, ...one } : one)),
      );
    },
  },
  "success-is-code-zero": {
    title: "The v2 error is an object also in success: code 0 and the message OK.",
    why: "The type of the member error is unspecified in successes too; clients compare its code.",
    apply(s) {
      s.ok = (call, data) => json(call.face === "v2" ? { error: { code: 0, message: "OK" }, data } : data);
    },
  },
};
