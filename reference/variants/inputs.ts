import type { Json } from "../core/json.ts";
import type { ActionInput, FileRecord } from "../core/records.ts";
import { badRequest, tooLarge } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { changeResult } from "../hooks/rewrite.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

/** Refuses actions whose data has a key or a value that `unwanted` says is unwanted. */
const refuseData = (title: string, unwanted: (value: Json, key: string, depth: number) => boolean): VariantEntry =>
  variant(title, (hooks) => {
    const check = (value: Json, key: string, depth: number): void => {
      if (unwanted(value, key, depth))
        throw badRequest("unsupported-data", "the data has a trait that is not taken", "data");
      if (value === null || typeof value !== "object") return;
      for (const [inner, member] of Object.entries(value)) check(member, Array.isArray(value) ? "" : inner, depth + 1);
    };
    checkInput(hooks, ({ data }) => check(data, "", 0));
  });

/** Refuses actions with a file that `unwanted` says is unwanted. */
const refuseFiles = (title: string, unwanted: (file: FileRecord) => boolean): VariantEntry =>
  variant(title, (hooks) =>
    checkInput(hooks, ({ files }) => {
      if (files.some(unwanted)) throw badRequest("unsupported-file", "a file has a trait that is not taken", "files");
    }),
  );

function checkInput(hooks: Hooks, check: (input: ActionInput) => void): void {
  changeResult(hooks, "readAction", (input) => {
    check(input);
    return input;
  });
}

function makeOptional({ policy }: Hooks, optional: string): void {
  const { required } = policy.input;
  policy.input.required = (kind, face) => required(kind, face).filter((field) => field !== optional);
}

/** Other readings of what an action must bring, and of what it may. */
export const inputs: VariantEntries = {
  "input-features/named-files-only": refuseFiles(
    "Files without a name are refused.",
    ({ fileName }) => fileName === "",
  ),
  "input-features/no-control-characters": refuseData(
    "Texts with control characters other than line ends and tabs are refused.",
    (value) => typeof value === "string" && /(?![\t\n\r])\p{Cc}/u.test(value),
  ),
  "input-features/no-duplicate-names": variant("Two files of one name in a request are refused.", (hooks) =>
    checkInput(hooks, ({ files }) => {
      if (new Set(files.map(({ fileName }) => fileName)).size < files.length)
        throw badRequest("file-name-twice", "wanted a different name for each file", "files");
    }),
  ),
  "input-features/no-empty-files": refuseFiles("Empty files are refused.", ({ size }) => size === 0),
  "input-features/no-large-numbers": refuseData(
    "Numbers beyond 2^53 are refused.",
    (value) => typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER,
  ),
  "input-features/no-long-texts": refuseData(
    "Texts over 4,096 characters are refused.",
    (value) => typeof value === "string" && value.length > 4096,
  ),
  "input-features/no-nulls": refuseData("Null members are refused.", (value) => value === null),
  "input-features/no-special-keys": refuseData(
    "Keys with a dot, a dollar or the names of object internals are refused.",
    (_value, key) => /[.$]|^(?:__proto__|constructor|toString|prototype)$/.test(key),
  ),
  "input-features/plain-file-names": refuseFiles(
    "File names with other than letters, digits, dots, dashes and spaces are refused.",
    ({ fileName }) => !/^[\w. -]*$/.test(fileName),
  ),
  "input-features/shallow-only": refuseData(
    "Data nested deeper than 8 levels is refused.",
    (_value, _key, depth) => depth > 8,
  ),

  "required-fields/data-optional": variant("The data may be left out, and is then empty.", (hooks) =>
    makeOptional(hooks, "data"),
  ),
  "required-fields/group-optional": variant(
    "The group may be left out; it is then the first group of the action.",
    (hooks) => {
      makeOptional(hooks, "groupLabel");
      changeResult(hooks, "readAction", (input, call) => {
        if (input.groupLabel !== "") return input;
        const workflows = hooks.directory.workflowsOf(call.principal?.organization ?? "");
        const action = workflows.flatMap(({ actions }) => actions.get(input.actionKey) ?? [])[0];
        return { ...input, groupLabel: action?.groups[0] ?? "" };
      });
    },
  ),
  "required-fields/workflow-on-actions": variant("Actions must name the workflow of their trace.", ({ policy }) => {
    policy.input.required = () => ["data", "actionKey", "workflowId", "groupLabel"];
  }),

  "size-limits/few-files": variant("More than 4 files in one request are refused with 413.", ({ policy }) => {
    policy.limits.files = 4;
  }),
  "size-limits/small-data": variant("Data over 20,000 bytes is refused with 413.", (hooks) =>
    checkInput(hooks, ({ data }) => {
      if (Buffer.byteLength(JSON.stringify(data)) > 20_000) throw tooLarge("data-too-large", "at most 20,000 bytes");
    }),
  ),
  "size-limits/small-files": variant("Files over 100,000 bytes are refused with 413.", ({ policy }) => {
    policy.limits.fileBytes = 100_000;
  }),
};
