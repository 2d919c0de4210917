/** What requests must be like, from the strictest to the most forgiving. */
import { randomBytes } from "node:crypto";
import type { ActionInput } from "../../../lib/service/domain.ts";
import { jsonBody } from "../../../lib/service/http.ts";
import { isObject, type Json, objectOf, own, parseJson } from "../../../lib/service/json.ts";
import { parseForm } from "../../../lib/service/multipart.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { loginRoutes } from "../../changes/json-answers.ts";
import { refuse } from "../../process.ts";
import {
  after,
  changeResult,
  beforehand,
  around,
  before,
  onEveryAnswer,
  onRecord,
  type Variants,
} from "../../tools.ts";

const fields = ["actionKey", "workflowId", "groupLabel"];

/** The limits of a picky store on the data of an action. */
function inspect(value: Json, depth = 1): void {
  refuse(depth > 8, "nested too deeply");
  if (typeof value === "number") refuse(Math.abs(value) > Number.MAX_SAFE_INTEGER, "number out of range");
  else if (typeof value === "string") refuse(value.includes("\0") || value.length > 20_000, "text not storable");
  else if (Array.isArray(value)) for (const item of value) inspect(item, depth + 1);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      refuse(key === "" || key.length > 100 || /[.$\0]/.test(key) || key.startsWith("__"), "member name not storable");
      inspect(item, depth + 1);
    }
  }
}

/** A UUID of version 7: the milliseconds, then chance. */
function timedId(): string {
  const hex = Date.now().toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
  const [time, low, chance] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(20)];
  return `${time}-${low}-7${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${chance}`;
}

const searches = ["POST /v2/workflows/{}/traces/search", "POST /trace/search/{}"];

/** What the legacy details take as their input: a text that holds JSON; nothing: the first page. */
function inputOfText(given: Json | undefined): Json {
  if (given === undefined || given === null || given === "") return {};
  if (isObject(given) && Object.keys(given).length === 0) return {};
  if (typeof given !== "string") throw new Refusal("invalid", "input must be a text");
  return parseJson(given);
}

export const requests: Variants = {
  "by-the-letter": {
    title:
      "Refused are: file parts of another type than application/octet-stream, two files under one part name, fields " +
      "unknown or given twice (400), JSON bodies of another type than application/json (415) or with unknown members.",
    why: "The interface names these types, parts and fields and no others; what answers the rest is not shown.",
    apply(s) {
      after(s, "readInput", (_input, call) => {
        const form = parseForm(call.headers["content-type"], call.body(), { repeated: "refuse" });
        if (form.files.some(({ type }) => type.toLowerCase() !== "application/octet-stream")) {
          throw new Refusal("media", "a file part is application/octet-stream");
        }
        if (new Set(form.files.map(({ part }) => part)).size < form.files.length) {
          throw new Refusal("invalid", "each file has its own part name");
        }
        const parts = [...form.texts.keys()];
        const body = parseJson(call.face === "v2" ? "{}" : (form.texts.get("body") ?? "{}"));
        const known = call.face === "v2" ? ["traceInput", ...fields] : ["body"];
        const strange = [
          ...parts.filter((name) => !known.includes(name)),
          ...Object.keys(isObject(body) ? body : {}).filter((name) => !["data", ...fields].includes(name)),
        ];
        if (strange.length > 0) throw new Refusal("invalid", `unknown fields: ${strange.join(", ")}`);
      });
      const members: [RegExp, string[]][] = [
        [/\/login\/credential$/, ["email", "password"]],
        [/\/login\/privateKey$/, ["privateKey"]],
        [/^POST \/v2\/.*\/details$/, ["error", "data"]],
        [/^POST \/trace\/.*\/details$/, ["input"]],
        [/search/, ["filters"]],
      ];
      before(s, (call, key) => {
        const known = members.find(([address]) => address.test(key))?.[1];
        if (!known) return;
        const body = jsonBody(call, { strictType: true });
        if (isObject(body) && Object.keys(body).some((name) => !known.includes(name))) {
          throw new Refusal("invalid", `the body has ${known.join(" and ")}, and no more`);
        }
      });
    },
  },
  forgiving: {
    title:
      "Keys, groups and emails fit in any case and with blanks around them, an action without key is a remark, group " +
      "labels are not looked at, and of a file name only the last part is kept, in lower case.",
    why: "Which fields are required, and how they are compared, is not shown; what was meant is plain enough.",
    apply(s) {
      const { checkLogin } = s;
      const plain = (text: string) => text.trim().toLowerCase();
      s.checkLogin = (call, body, by) =>
        checkLogin(
          call,
          isObject(body) && typeof body["email"] === "string" ? { ...body, email: plain(body["email"]) } : body,
          by,
        );
      changeResult(s, "readInput", ({ groupLabel: _unused, actionKey, ...input }) => {
        const files = input.files.map((file) => ({
          ...file,
          name: plain(file.name.split(/[\\/]/).at(-1) ?? "") || "file",
        }));
        const read: ActionInput = { ...input, files };
        if (actionKey !== undefined) read.actionKey = plain(actionKey);
        return read;
      });
      beforehand(s, "checkAction", (_user, input, known) => {
        if (known) input.actionKey ??= known.workflow.actions.find(({ creates }) => !creates)?.key ?? "";
      });
    },
  },
  picky: {
    title:
      "All four fields are required; deep data, dots, dollars and NUL in names, numbers beyond 2^53, odd or repeated " +
      "file names, empty files, more than five files, pages over ten, first with last, after with before, and empty " +
      "filters are refused with 422.",
    why: "Required fields, limits and rules for combining page members are not shown; some stores take only plain things.",
    apply(s) {
      s.statuses.invalid = 422;
      after(s, "readInput", (input) => {
        const { data, actionKey, workflowId, groupLabel, files } = input;
        if (data === undefined || actionKey === undefined || workflowId === undefined || groupLabel === undefined) {
          throw new Refusal("invalid", "data, actionKey, workflowId and groupLabel are required");
        }
        inspect(data);
        refuse(files.length > 5, "too many files");
        refuse(new Set(files.map((file) => file.name)).size < files.length, "a file name is repeated");
        for (const { name, data } of files) refuse(!/^[\w .()-]{1,100}$/.test(name) || data.length === 0, "odd file");
      });
      beforehand(s, "page", (_links, args) => {
        refuse((args.first ?? 1) > 10 || (args.last ?? 1) > 10, "the page is too large");
        refuse(args.first !== undefined && args.last !== undefined, "first or last, not both");
        refuse(args.after !== undefined && args.before !== undefined, "after or before, not both");
      });
      beforehand(s, "search", (_workflow, filters) => {
        refuse(Object.keys(filters).length === 0, "a filter is required");
        for (const value of Object.values(filters)) refuse(typeof value === "object", "filters are plain values");
      });
      beforehand(s, "zipEntries", (_trace, digests) => {
        refuse(new Set(digests).size < digests.length, "a digest is repeated");
      });
    },
  },
  "all-fields-by-the-book": {
    title:
      "All four fields of an action are required, v2 searches go by name alone, and what is refused is so with 422 or 404.",
    why: "Which fields are required is not shown; the path of the v2 search is described as the name of the workflow.",
    apply(s) {
      Object.assign(s.statuses, { invalid: 422, media: 422, large: 422, foreign: 404 });
      const { checkAction, findWorkflow, refuse } = s;
      changeResult(s, "newTrace", (trace) => ({ ...trace, id: timedId() }));
      onRecord(s, (link) => (link.id = timedId()));
      s.checkAction = (user, input, known, call) => {
        for (const name of ["data", "actionKey", "workflowId", "groupLabel"] as const) {
          if (input[name] === undefined || input[name] === "") throw new Refusal("invalid", `${name} is required`);
        }
        return checkAction(user, input, known, call);
      };
      s.findWorkflow = (user, which, call) => {
        const byName = call.face === "v2" && call.path.at(-1) === "search";
        if (byName && s.workflows.some(({ id }) => id === which))
          throw new Refusal("missing", "no workflow of that name");
        return findWorkflow(user, which, call);
      };
      s.ok = (call, data) => ({
        status: 200,
        headers: { "Content-Type": "application/json; charset=utf-8" },
        body: JSON.stringify(call.face === "v2" ? { error: false, data } : data),
      });
      s.refuse = (call, error) => {
        const told = { codes: [error.kind.toUpperCase()], reason: error.message };
        return { ...refuse(call, error), body: JSON.stringify(call.face === "v2" ? { error: told, data: {} } : told) };
      };
      onEveryAnswer(s, (reply) => ({ ...reply, headers: { ...reply.headers, "Cache-Control": "no-store" } }));
    },
  },
  "strict-and-small": {
    title: "JSON must be called so and have known members alone; four files an action; `first` or `last`, never both.",
    why: "What is refused, how many files are taken, and how the four are combined are not shown.",
    apply(s) {
      const members: Record<string, readonly string[]> = {
        ...Object.fromEntries(loginRoutes.map((key) => [key, ["email", "password"]])),
        ...Object.fromEntries(searches.map((key) => [key, ["filters"]])),
        "POST /v2/login/privateKey": ["privateKey"],
        "POST /v2/traces/{}/details": ["error", "data"],
        "POST /trace/{}/details": ["input"],
      };
      before(s, (call, key) => {
        const allowed = members[key];
        if (!allowed) return;
        const body = jsonBody(call, { strictType: true });
        if (isObject(body) && Object.keys(body).some((name) => !allowed.includes(name))) {
          throw new Refusal("invalid", `only ${allowed.join(", ")}`);
        }
      });
      beforehand(s, "page", (_links, args) => {
        if (args.first !== undefined && args.last !== undefined) throw new Refusal("invalid", "first or last");
      });
      after(s, "readInput", (input) => {
        if (input.files.length > 4) throw new Refusal("large", "four files at most");
        if (input.files.some(({ data }) => data.length > 262_144)) throw new Refusal("large", "256 KiB a file");
      });
    },
  },
  "all-four-required": {
    title:
      "Creation and action want all of data, actionKey, workflowId and groupLabel, and data with a member at least.",
    why: "Which of the four are required is not shown; an action says what is done, where, by whom and with what.",
    apply(s) {
      beforehand(s, "checkAction", (_user, input) => {
        for (const name of ["data", "actionKey", "workflowId", "groupLabel"] as const) {
          if (input[name] === undefined) throw new Refusal("invalid", `${name} is required`);
        }
      });
    },
  },
  "input-in-a-text": {
    title: "The input of the legacy details is a text that holds JSON; objects with members are refused.",
    why: "The type of input is unspecified; the v2 set alone shows first, last, after and before.",
    apply(s) {
      around(s, "POST /trace/{}/details", (real) => (call, ...params) => {
        const body = objectOf(jsonBody(call), "the body");
        const text = JSON.stringify({ input: inputOfText(own(body, "input")) });
        return real({ ...call, body: () => Buffer.from(text) }, ...params);
      });
    },
  },
};
