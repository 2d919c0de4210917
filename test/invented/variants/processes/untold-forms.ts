/** Forms that the configuration does not tell. */
import { json } from "../../../lib/service/http.ts";
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { formOf, isCount, isFilled } from "../../changes/forms.ts";
import { checkForms } from "../../duties.ts";
import { formsNotShown } from "../../left-open.ts";
import { demand } from "../../paper.ts";
import { actionsOf, follow, listNext, present, refuse, require } from "../../process.ts";
import { batch } from "../../processes/batches.ts";
import { deskActions, untilClosed } from "../../processes/desks.ts";
import { changeResult, after, type Variants } from "../../tools.ts";
import { sheet } from "../../sheets.ts";

export const untoldForms: Variants = {
  "required-member-nothing-told": {
    title: "An opening wants a subject; the configuration does not say so, the refusal does.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: deskActions.slice(0, 2) });
      require(s, { open: formOf({ subject: isFilled }, false) });
    },
  },
  "several-members-nothing-told": {
    title: "An opening wants a subject, a number and one of three severities; refusals tell one after the other.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: deskActions.slice(0, 2) });
      const wanted = (name: string, words: string) => ({ name, words });
      const members = [
        { ...wanted("subject", "must be a text"), fits: isFilled },
        { ...wanted("amount", "must be a number above 0"), fits: (value: Json) => Number(value) > 0 },
        {
          ...wanted("severity", "must be one of low, normal, high"),
          fits: (value: Json) => ["low", "normal", "high"].includes(String(value)),
        },
      ];
      require(s, {
        open: (data) => {
          const wrong = members.find(({ name, fits }) => !fits(data[name] ?? null));
          return wrong && `property "${wrong.name}" ${wrong.words}`;
        },
      });
    },
  },
  "required-member-never-named": {
    title: "An opening wants a subject, and a refusal says no more than that the data are not valid.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: deskActions.slice(0, 2) });
      require(s, { open: (data) => (isFilled(data["subject"]) ? undefined : "invalid data") });
    },
  },
  "as-many-files-as-it-says": {
    title: "A delivery must carry as many files as its member `documents` says, none without it. Nothing tells of it.",
    why: "A form may bind the files to the data; which parts are required is not shown.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("announce of carriers", "deliver of carriers", "accept of docks"),
        next: (done) => (done.includes("accept") ? [] : ["deliver", ...(done.includes("deliver") ? ["accept"] : [])]),
      });
      listNext(s, running);
      demand(s, ({ actionKey, data = {}, files }) => {
        const said = own(data, "documents") ?? 0;
        return actionKey === "deliver" && said !== files.length ? "other documents than announced" : undefined;
      });
    },
  },
  "steps-with-conditions": {
    title: "The state lists each step with the members that it wants, and refuses it without them; no form is told.",
    why: "What stands in a list may still be refused for its data.",
    apply(s) {
      const running = follow(s, batch);
      const wants: Record<string, string[]> = {
        weigh: ["grams"],
        test: ["method", "result"],
        release: ["signature"],
      };
      demand(s, ({ actionKey = "", data = {} }) => {
        const missing = wants[actionKey]?.find((name) => !Object.hasOwn(data, name));
        return missing === undefined ? undefined : `${missing} is required for ${actionKey}`;
      });
      present(s, (data, trace) => ({
        data,
        steps: running.next(trace).map((step) => ({ step, wants: wants[step] ?? [] })),
        complete: running.next(trace).length === 0,
      }));
    },
  },
  "later-form-untold": {
    title: "To begin and to note one needs no form; an assessment has one that the tester does not know.",
    why: "Which data an action takes is not shown; the schema need not be at hand.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("file of office", "note of office", "assess of experts", "close of office"),
        next: (done) => (done.includes("close") ? [] : ["note", "assess", "close"]),
      });
      checkForms(
        s,
        running,
        { assess: sheet({ riskClass: { type: "string", enum: ["RK1", "RK2", "RK3"] }, score: { type: "integer" } }) },
        () => ({}),
      );
    },
  },
  "closed-forms-at-any-time": {
    title:
      "A complaint and each note on it take nothing but a text, which only refusals tell; notes may come at any time.",
    why: formsNotShown,
    apply(s) {
      follow(s, { actions: actionsOf("file of office", "note of office"), next: () => ["note"] });
      const onlyText = (name: string) => (data: JsonObject) => {
        const other = Object.keys(data).find((one) => one !== name);
        if (!isFilled(data[name] ?? null)) return `${name} is required`;
        return other === undefined ? undefined : `${other} is not a known member`;
      };
      require(s, { file: onlyText("subject"), note: onlyText("text") });
    },
  },
  "closed-form-all-problems": {
    title: "A closed form that nothing tells; a refusal lists every problem as a validator of JSON Schema does.",
    why: formsNotShown,
    apply(s) {
      s.statuses.invalid = 422;
      follow(s, { actions: deskActions, next: untilClosed });
      const found = new WeakMap<Refusal, JsonObject[]>();
      const { refuse: usual } = s;
      changeResult(s, "checkAction", (workflow, _user, input) => {
        if (input.actionKey !== "open") return workflow;
        const data = input.data ?? {};
        const problem = (path: string, keyword: string, params: JsonObject, message: string): JsonObject[] => [
          { instancePath: path, keyword, params, message },
        ];
        const problems = [
          ...["subject", "priority"]
            .filter((name) => !Object.hasOwn(data, name))
            .flatMap((name) =>
              problem("", "required", { missingProperty: name }, `must have required property '${name}'`),
            ),
          ...Object.keys(data)
            .filter((name) => !["subject", "priority", "remark"].includes(name))
            .flatMap((name) =>
              problem("", "additionalProperties", { additionalProperty: name }, "must NOT have additional properties"),
            ),
          ...["subject", "remark"]
            .filter((name) => Object.hasOwn(data, name) && typeof data[name] !== "string")
            .flatMap((name) => problem(`/${name}`, "type", { type: "string" }, "must be string")),
          ...(Object.hasOwn(data, "priority") && !isCount(data["priority"], 1, 5)
            ? problem("/priority", "type", { type: "integer" }, "must be integer from 1 to 5")
            : []),
        ];
        if (problems.length === 0) return workflow;
        const refusal = new Refusal("invalid", "data do not fit the form");
        found.set(refusal, problems);
        throw refusal;
      });
      s.refuse = (call, error) => {
        const problems = found.get(error);
        if (!problems) return usual(call, error);
        const body = { code: "000", message: error.message, errors: problems };
        return json(call.face === "v2" ? { error: body } : { error: body }, 422);
      };
    },
  },
  "files-where-they-belong": {
    title: "An attachment must bring a file, an approval and a remark must not, an opening may; nothing tells it.",
    why: "Zero or more files; which action wants how many is the business of its form.",
    apply(s) {
      const wanted: Record<string, (files: number) => string | undefined> = {
        attach: (files) => (files === 0 ? "attach a file" : undefined),
        remark: (files) => (files > 0 ? "a remark takes no files" : undefined),
        approve: (files) => (files > 0 ? "an approval takes no files" : undefined),
      };
      follow(s, {
        actions: actionsOf("open of desk", "attach of desk", "remark of desk", "approve of leads"),
        next: (done) =>
          done.includes("approve") ? [] : ["attach", "remark", ...(done.includes("attach") ? ["approve"] : [])],
      });
      after(s, "checkAction", (_workflow, _user, input) => {
        const wrong = wanted[input.actionKey ?? ""]?.(input.files.length);
        refuse(wrong !== undefined, wrong ?? "");
      });
    },
  },
};
