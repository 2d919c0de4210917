/** Requests for an action whose form or fields are misread. */
import type { ActionInput } from "../../../lib/service/domain.ts";
import { isObject, type Json, own, parseJson } from "../../../lib/service/json.ts";
import { parseForm } from "../../../lib/service/multipart.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { aroundStep, after, changeResult, type Faults, isV2Action, pause } from "../../tools.ts";

/** The value of the first text part of this name, as it was sent. */
const rawField = (body: string, name: string): string | undefined =>
  new RegExp(`name="?${name}"?(?:\\r\\n[^\\r\\n]+)*\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(body)?.[1];

export const requests: Faults = {
  "array-input-swallowed": {
    title: "A v2 action whose traceInput is a JSON array is accepted and stored with empty data.",
    apply(s) {
      aroundStep(s, "readInput", (readInput) => (call) => {
        if (!isV2Action(call)) return readInput(call);
        const form = parseForm(call.headers["content-type"], call.body());
        const text = form.texts.get("traceInput");
        if (text === undefined || !Array.isArray(parseJson(text))) return readInput(call);
        const input: ActionInput = { data: {}, files: form.files };
        for (const name of ["actionKey", "workflowId", "groupLabel"] as const) {
          const value = form.texts.get(name);
          if (value !== undefined) input[name] = value;
        }
        return input;
      });
    },
  },
  "cut-off-form-hangs": {
    title: "A multipart body without its closing delimiter is never answered.",
    apply(s) {
      aroundStep(s, "readInput", (readInput) => async (call) => {
        try {
          return await readInput(call);
        } catch (error) {
          if (error instanceof Refusal && error.message.includes("cut off")) await pause(90_000);
          throw error;
        }
      });
    },
  },
  "data-of-the-last": {
    title: "A v2 action without data takes over the data of the action that was appended last to any trace.",
    apply(s) {
      let last: Json = {};
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const empty = isV2Action(call) && Object.keys(input.data ?? {}).length === 0 && isObject(last);
        const given = empty ? { ...input, data: last } : input;
        last = given.data ?? {};
        return record(call, user, workflow, given as typeof input, known);
      });
    },
  },
  "data-over-fields": {
    title:
      "The data of a v2 action is laid over the fields of its form: a member actionKey or groupLabel replaces them.",
    apply(s) {
      aroundStep(s, "readInput", (readInput) => async (call) => {
        const input = { ...(await readInput(call)) };
        if (call.face !== "v2") return input;
        for (const name of ["actionKey", "workflowId", "groupLabel"] as const) {
          const over = own(input.data ?? {}, name);
          if (typeof over === "string") input[name] = over;
        }
        return input;
      });
    },
  },
  "on-one-line": {
    title:
      "What is no single line from brace to brace is not taken for JSON: v2 refuses data that is written in lines.",
    apply(s) {
      after(s, "readInput", (input) => {
        if (input.dataText !== undefined && !/^\{.*\}$/.test(input.dataText)) {
          throw new Refusal("invalid", "traceInput is not a JSON object");
        }
      });
    },
  },
  "labels-in-latin-1": {
    title: "The group label of a v2 form is read as Latin-1: one with an umlaut is unknown.",
    apply(s) {
      for (const action of s.workflows[0]?.actions ?? []) {
        if (action.groupLabel === "buyers") action.groupLabel = "Einkäufer";
      }
      changeResult(s, "readInput", (input, call) => {
        if (call.face !== "v2" || input.groupLabel === undefined) return input;
        return { ...input, groupLabel: Buffer.from(input.groupLabel, "utf8").toString("latin1") };
      });
    },
  },
  "first-line-of-field": {
    title: "Text fields of the v2 requests are read up to the end of the line: a `traceInput` of several is refused.",
    apply(s) {
      after(s, "readInput", (input) => {
        if (/[\r\n]/.test(input.dataText ?? "")) throw new Refusal("invalid", "traceInput is not JSON");
      });
    },
  },
  "fields-after-file-lost": {
    title: "A `traceInput` that comes after a file part is not seen: the action is done without data.",
    apply(s) {
      changeResult(s, "readInput", (input, call) => {
        const body = call.body();
        const file = body.indexOf("filename");
        if (call.face !== "v2" || file === -1 || body.indexOf("traceInput") < file) return input;
        return { ...input, data: {} };
      });
    },
  },
  "data-behind-files-lost": {
    title: "In v2 requests, a traceInput that comes behind a file is taken for absent, and its data is lost.",
    apply(s) {
      changeResult(s, "readInput", (input, call) => {
        if (call.face !== "v2") return input;
        const body = call.body().toString("latin1");
        const file = body.search(/\r\nContent-Disposition:[^\r\n]*; *filename/i);
        const text = body.search(/\r\nContent-Disposition:[^\r\n]*; *name="?traceInput\b/i);
        if (file === -1 || text < file) return input;
        const { data: _data, dataText: _text, ...rest } = input;
        return rest;
      });
    },
  },
  "brace-first": {
    title:
      "The data of a v2 action is taken for JSON only where its first character is the brace: no blank, no new line.",
    apply(s) {
      after(s, "readInput", (_input, call) => {
        const text = call.face === "v2" ? rawField(call.body().toString("utf8"), "traceInput") : undefined;
        if (text !== undefined && !text.startsWith("{")) throw new Refusal("invalid", "traceInput is not an object");
      });
    },
  },
};
