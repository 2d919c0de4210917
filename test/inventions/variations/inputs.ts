import type { ActionInput } from "../../stand-ins/lib/domain.ts";
import { parseForm } from "../../stand-ins/lib/multipart.ts";
import { jsonBody } from "../../stand-ins/lib/http.ts";
import { isObject, parseJson } from "../../stand-ins/lib/json.ts";
import { Refusal } from "../../stand-ins/lib/refusal.ts";
import type { Variation } from "../tools.ts";
import { before } from "./steps.ts";

const fields = ["actionKey", "workflowId", "groupLabel"];

export const inputs: Variation[] = [
  {
    id: "by-the-letter",
    choice:
      "Refused are: file parts of another type than application/octet-stream, two files under one part name, fields " +
      "unknown or given twice (400), JSON bodies of another type than application/json (415) or with unknown members.",
    why: "The interface names these types, parts and fields and no others; what answers the rest is not shown.",
    apply(s) {
      const { readInput } = s;
      s.readInput = (call) => {
        const input = readInput(call);
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
        return input;
      };
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
  {
    id: "forgiving",
    choice:
      "Keys, groups and emails fit in any case and with blanks around them, an action without key is a remark, group " +
      "labels are not looked at, and of a file name only the last part is kept, in lower case.",
    why: "Which fields are required, and how they are compared, is not shown; what was meant is plain enough.",
    apply(s) {
      const { checkAction, checkLogin, readInput } = s;
      const plain = (text: string) => text.trim().toLowerCase();
      s.checkLogin = (call, body, by) =>
        checkLogin(
          call,
          isObject(body) && typeof body["email"] === "string" ? { ...body, email: plain(body["email"]) } : body,
          by,
        );
      s.readInput = async (call) => {
        const { groupLabel: _unused, actionKey, ...input } = await readInput(call);
        const files = input.files.map((file) => ({
          ...file,
          name: plain(file.name.split(/[\\/]/).at(-1) ?? "") || "file",
        }));
        const read: ActionInput = { ...input, files };
        if (actionKey !== undefined) read.actionKey = plain(actionKey);
        return read;
      };
      s.checkAction = (user, input, known, call) => {
        if (known) input.actionKey ??= known.workflow.actions.find(({ creates }) => !creates)?.key ?? "";
        return checkAction(user, input, known, call);
      };
    },
  },
];
