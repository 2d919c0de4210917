/** Mutants that answer otherwise, where the interface leaves the answer to whoever builds the service. */
import type { Reason } from "../standing.ts";

export const open: readonly Reason[] = [
  {
    why: "paths and methods that are no operation; nothing is said of them",
    places: [
      ["faces/operations.ts", "faceOfPath"],
      ["http/server.ts", "notFound"],
      ["http/server.ts", "SHAPES"],
      ["http/server.ts", "buildServer.server.frameworkErrors"],
      ["http/server.ts", "addErrors", "return notFound(", "send(reply, prepared)"],
    ],
  },
  {
    why: "how a request is refused for its size, or for how many came before it; limits are not shown",
    places: [
      ["faces/read-multipart.ts", "withForm.upload", "{ received: 0, held: 0, staged: [] } => ({ held"],
      ["faces/read-multipart.ts", "withForm", '"content-length" =>'],
      ["faces/read-json.ts", "checkKeepable", "if (depth > maxDepth)", "depth > maxDepth =>"],
      ["core/refusal.ts", "tooLarge"],
      ["faces/read-multipart.ts", "fileTooLarge"],
      ["faces/read-multipart.ts", "uploadTooLarge"],
      ["faces/read-multipart.ts", "receive", "fileTooLarge("],
      [
        "faces/read-action.ts",
        "readAction.data",
        "if (Buffer.byteLength(json) > limits.dataBytes)",
        "Buffer.byteLength(json) > limits.dataBytes =>",
      ],
    ],
  },
  {
    why: "the name of an entry of an archive, or the headers of a file",
    places: [
      ["policy/zip.ts", "safeName", '"file" => '],
      ["policy/file-response.ts", "contentDisposition", "return type;"],
    ],
  },
  {
    why: "a part of a form without a name of its own, or a legacy input without a word; nothing is said of them",
    places: [
      ["faces/read-multipart.ts", "receive.fileName", '"" => '],
      ["policy/input.ts", "objectOr", "return {};"],
    ],
  },
  {
    why: "the status, the name or the text of a refusal",
    places: [
      ["http/answer.ts", "asRefusal", "statusCode === 406"],
      ["core/refusal.ts", "badRequest", "400 => ("],
      ["core/refusal.ts", "unauthorized", "401 => ("],
      ["core/refusal.ts", "forbidden", "403 => ("],
      ["core/refusal.ts", "notFound", "404 => ("],
      ["core/refusal.ts", "Refusal", "super(message);", "this.name =", '"Refusal" =>', "this.code =", "this.where ="],
      ["http/answer.ts", "NAMES"],
      ["http/answer.ts", "asRefusal.name"],
      ["faces/operations.ts", "handlers", '"body" =>', '"body.data" =>', '"body.filters" =>'],
      ["hooks/honest-hooks.ts", "honestHooks.checkAction.known"],
      ["hooks/honest-hooks.ts", "honestHooks.checkAction.groups"],
      ["hooks/honest-hooks.ts", "honestHooks.gate", "policy.process.refusal(actionKey, groupLabel)"],
      ["faces/read-json.ts", "objectOf.got"],
      ["http/answer.ts", "asRefusal", "499 => ("],
      ["service/reads.ts", "listWorkflows", "if (!directory.organizations.has(organization)) {"],
      ["identity/tokens.ts", "TokenService.#verificationKey.key", "await this.#keys.verifying("],
      ["faces/read-multipart.ts", "receive", '"file name" =>', '"part name" =>'],
      ["policy/errors.ts", "describe", "{ code, message", "where === undefined", "{ where } =>"],
    ],
  },
  {
    why: "a boundary that is too long to be one; limits are not shown",
    places: [
      ["faces/read-multipart.ts", "boundaryLength"],
      ["faces/read-multipart.ts", "MOST_BOUNDARY_CHARACTERS"],
    ],
  },
  {
    why: "sizes and times of the server, and what it does with requests that are none of the interface's",
    places: [
      ["policy/filters.ts", "MAX_PATH"],
      ["http/server.ts", "buildServer.server", "{ logger:", "4096 =>", "{ maxParamLength:"],
    ],
  },
  {
    why: "what a refusal of any kind holds; an envelope around it is not asked for (docs/decisions/where-the-line-is.md)",
    places: [
      ["policy/errors.ts", "describe"],
      [
        "http/answer.ts",
        "refusalReply",
        "policy.errors.body(",
        "refusal.status === 401",
        "if (refusal.status === 401)",
        "401 =>",
        '"www-authenticate"',
        '"Bearer"',
        "reply.headers[",
      ],
      ["policy/errors.ts", "plainErrors.body"],
      ["policy/errors.ts", "plainErrors.contentType"],
    ],
  },
  {
    why: "names of the entries of an archive, and when they were made",
    places: [
      ["policy/zip.ts", "uniqueEntries.number"],
      ["policy/zip.ts", "uniqueEntries", "taken.has(", "taken.add(", "name.toLowerCase()"],
      ["policy/zip.ts", "uniqueEntries.dot"],
      ["policy/zip.ts", "safeName", 'name === "" =>'],
      ["policy/zip.ts", "safeName.name"],
      ["policy/zip.ts", "safeName.base"],
      ["policy/zip.ts", "fileNames.headers"],
      ["service/files.ts", "ZIP_TIME"],
      ["service/files.ts", "WORTH_COMPRESSING_BYTES"],
      ["service/files.ts", "isWorthCompressing"],
    ],
  },
  {
    why: "headers of a file: its name, its kind, whether its length is told",
    places: [
      ["policy/file-response.ts", "attachment.knownLength"],
      ["policy/file-response.ts", "attachment.headers", '{ "content-type"', '"attachment"', '"nosniff"'],
      ["policy/file-response.ts", "contentDisposition"],
    ],
  },
  {
    why: "which fields an action must have, and whether an empty one is one (open point 1)",
    places: [
      [
        "faces/read-action.ts",
        "readAction.text",
        "value === undefined || value === null || value ===",
        "if (required.has(field))",
        '"" =>',
      ],
      [
        "policy/input.ts",
        "plainInput.required",
        '"data" =>',
        '"actionKey" =>',
        '"groupLabel" =>',
        '"workflowId" =>',
        '["data",',
        'kind === "create" ?',
      ],
      ["policy/input.ts", "plainInput.required"],
    ],
  },
  {
    why: "the name of the query parameter with the digests (open point 3): a service that refuses every name tried may know another",
    places: [
      ["service/files.ts", "downloadArchive.digests", "policy.digestQuery.read(call.queryString"],
      ["policy/digest-query.ts", "repeatedParameter.read"],
    ],
  },
  {
    why: "members of a link that the interface does not name",
    places: [
      ["storage/trace-store.ts", "linkOf.groupLabel"],
      ["policy/link.ts", "flatLink.present", "{ linkId: link.linkId, index", "link.position - 1", "1 => ("],
      ["storage/trace-store.ts", "linkOf.linkId"],
      ["storage/trace-store.ts", "linkOf.actionKey"],
      ["storage/trace-store.ts", "linkOf.createdAt"],
      ["storage/trace-store.ts", "linkOf.createdBy"],
    ],
  },
  {
    why: "what becomes of details without the member `error`, and of a legacy `input` of any form (open points 5 and 6)",
    places: [
      ["policy/input.ts", "plainInput.checkErrorMember"],
      ["policy/input.ts", "objectOr", "value === null =>"],
    ],
  },
  {
    why: "a refusal of status 500 where it was one of 400; a run warns of it (ROBUST-01)",
    places: [
      ["identity/tokens.ts", "TokenService.verify", "error instanceof errors.JOSEError || error instanceof Refusal =>"],
      [
        "http/answer.ts",
        "asRefusal",
        "if (error instanceof Refusal) return error; => if ((false",
        "!(error instanceof Error) =>",
      ],
      ["hooks/honest-hooks.ts", "honestHooks.selectFiles", "if (file === undefined) throw"],
      ["http/answer.ts", "asRefusal", '"number" =>', 'typeof statusCode !== "number" ||'],
    ],
  },
  {
    why: "which actions start traces, and which a trace takes, is the workflow's choice",
    places: [
      ["policy/process.ts", "byRules.allowed", "!ended && appends =>"],
      [
        "service/traces.ts",
        "appendAction.write",
        "if (workflow.isProcess) hooks.gate(call, input, before, hooks.next(call, workflow, before)); => if ((false",
      ],
      [
        "service/traces.ts",
        "progressAfter",
        "workflow.isProcess && action !== undefined ? hooks.advance(call, progress, action, link) : progress => (false",
      ],

      [
        "hooks/honest-hooks.ts",
        "honestHooks.checkAction",
        'if (call.kind === "create" && !action.creates) {',
        '"create" =>',
      ],
      ["policy/process.ts", "byRules.actions"],
      [
        "service/traces.ts",
        "appendAction.write",
        "if (workflow.isProcess) hooks.gate(call, input, before, hooks.next(call, workflow, before)); => if ((true",
      ],
    ],
  },
  {
    why: "a filter whose key holds dots finds nothing, or fails with 500, of which a run warns (ROBUST-01); what keys a filter may have is not shown",
    places: [
      ["policy/filters.ts", "dataKeys.conditions.paths", "[[key], path] => [path]"],
      ["storage/search-statement.ts", "searchStatement.conditions", '" OR " =>'],
    ],
  },
  {
    why: "the form of a legacy `input` (open point 6): where every one that is tried is refused, another may be taken, and the run is incomplete",
    places: [
      [
        "faces/operations.ts",
        "handlers.details",
        'if (call.face === "legacy") { return { payload: await traceDetails(context, call, traceId, context.policy.input.legacyDetails(body)) }; } => if ((false',
      ],
    ],
  },
  {
    why: "what a process computes and shows in the state by itself; keys and values of a state are not shown",
    places: [
      ["policy/process.ts", "totalled"],
      [
        "service/reads.ts",
        "shownState",
        "workflow?.isProcess !== true",
        "if (workflow?.isProcess !== true)",
        "true =>",
      ],
    ],
  },
  {
    why: "how long a token is good, and how long a write takes to be found",
    places: [
      ["identity/tokens.ts", "TokenService.issue.now"],
      ["policy/filters.ts", "dataKeys.lagMs"],
    ],
  },
  {
    why: "whether an empty password is refused as missing or as wrong",
    places: [["service/login.ts", "text", '"" =>', 'value === ""', 'typeof value !== "string" || value === "" =>']],
  },
  {
    why: 'whether a page has a cursor of its end, or of its start: "startCursor … no"',
    places: [
      ["service/details.ts", "pageInfo", "page.cursors.end ?", "page.cursors.start ?"],
      ["policy/page.ts", "oldestFirst.cursors"],
    ],
  },
  {
    why: "how the data of the actions make up the state: whatever the rule is, it is found out; keys and values of a state are not shown",
    places: [["policy/state.ts", "shallowMerge", "[under, over] => [over]"]],
  },
];
