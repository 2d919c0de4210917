/** Requirements on creating traces. */
import { defineRequirements, kinds } from "./define.ts";

export const creation = defineRequirements({
  "CREATE-01": {
    level: "MUST",
    basis: "stated",
    statement: "The v2 creation answers `{error, data}` where `data` is a UUID.",
    section: "v2 endpoints",
    quote: "Response 200: `{error, data: string}` where data is a UUID string.",
    furtherQuotes: [
      { section: "What the service does", quote: "A **trace** is a record identified by a UUID." },
      { section: "Summary", quote: "| POST | /v2/traces | Create a trace | v2 |" },
    ],
    operations: ["v2CreateTrace"],
    needs: ["write-access"],
  },
  "CREATE-02": {
    level: "MUST",
    basis: "stated",
    statement: "The legacy creation answers a JSON string, the UUID of the created trace.",
    section: "Legacy endpoints",
    quote: "response 200 a JSON string, the UUID of the created trace",
    furtherQuotes: [
      { section: "What the service does", quote: "A **trace** is a record identified by a UUID." },
      { section: "Summary", quote: "| POST | /trace | Create a trace | legacy |" },
    ],
    operations: ["legacyCreateTrace"],
    needs: ["write-access"],
  },
  "CREATE-03": {
    level: "MUST",
    basis: "stated",
    statement: "The v2 creation takes multipart text fields `traceInput`, `actionKey`, `workflowId`, `groupLabel`.",
    section: "v2 endpoints",
    quote:
      "Request multipart/form-data: text fields `traceInput` (JSON object text), `actionKey` (string), `workflowId` (string), `groupLabel` (string); plus file parts.",
    furtherQuotes: [
      {
        section: "Action input (creation of a trace and appending of an action)",
        quote: "| data (legacy) / traceInput (v2) | JSON object | The data of the action. |",
      },
      { section: "Action input (creation of a trace and appending of an action)", quote: "| actionKey | string | |" },
      { section: "Action input (creation of a trace and appending of an action)", quote: "| workflowId | string | |" },
      { section: "Action input (creation of a trace and appending of an action)", quote: "| groupLabel | string | |" },
      { section: "Conventions", quote: "Creation and action endpoints use `multipart/form-data`." },
      {
        section: "Versioning",
        quote: "v2 creation and action requests use separate multipart text fields instead of one `body` part",
      },
    ],
    operations: ["v2CreateTrace"],
    needs: ["write-access"],
  },
  "CREATE-04": {
    level: "MUST",
    basis: "stated",
    statement:
      "The legacy creation takes one multipart text part `body` with a JSON object of `data`, `actionKey`, `workflowId`, `groupLabel`.",
    section: "Legacy endpoints",
    quote: "request multipart/form-data with one text part named `body` holding a JSON object",
    furtherQuotes: [
      {
        section: "Action input (creation of a trace and appending of an action)",
        quote: "| data (legacy) / traceInput (v2) | JSON object | The data of the action. |",
      },
      { section: "Action input (creation of a trace and appending of an action)", quote: "| actionKey | string | |" },
      { section: "Action input (creation of a trace and appending of an action)", quote: "| workflowId | string | |" },
      { section: "Action input (creation of a trace and appending of an action)", quote: "| groupLabel | string | |" },
      { section: "Conventions", quote: "Creation and action endpoints use `multipart/form-data`." },
      {
        section: "Legacy endpoints",
        quote: "`{data: object, actionKey: string, workflowId: string, groupLabel: string}` plus file parts",
      },
      {
        section: "Versioning",
        quote: "v2 creation and action requests use separate multipart text fields instead of one `body` part",
      },
    ],
    operations: ["legacyCreateTrace"],
    needs: ["write-access"],
  },
  "CREATE-05": {
    level: "MUST",
    basis: "stated",
    statement: "A creation without files is accepted.",
    section: "Action input (creation of a trace and appending of an action)",
    quote: "Zero or more files",
    operations: kinds("create"),
    needs: ["write-access"],
  },
  "CREATE-06": {
    level: "MUST",
    basis: "stated",
    statement: "A creation with several file parts, each with its own part name and file name, is accepted.",
    section: "Action input (creation of a trace and appending of an action)",
    quote: "each is a separate multipart part with its own part name and file name",
    furtherQuotes: [
      { section: "What the service does", quote: "Files can be attached to an action." },
      {
        section: "Action input (creation of a trace and appending of an action)",
        quote: "| file parts | binary, content type application/octet-stream |",
      },
    ],
    operations: kinds("create"),
    needs: ["write-access"],
  },
  "CREATE-07": {
    level: "MUST",
    basis: "implied",
    statement: "Every creation gives a trace of its own: no two answers carry the same UUID.",
    section: "What the service does",
    operations: kinds("create"),
    needs: ["write-access"],
  },
  "CREATE-08": {
    level: "MUST",
    basis: "implied",
    statement: "The UUID that a creation answers names a trace that can be read at once.",
    section: "What the service does",
    operations: kinds("create"),
    needs: ["write-access"],
  },
  "CREATE-09": {
    level: "MUST",
    basis: "implied",
    statement: "A trace cannot be created in a workflow that does not exist.",
    section: "What the service does",
    operations: kinds("create"),
    needs: ["write-access"],
  },
  "CREATE-10": {
    level: "MUST",
    basis: "implied",
    statement: "A creation whose JSON is broken is refused.",
    section: "Conventions",
    operations: kinds("create"),
    needs: ["write-access"],
  },
});
