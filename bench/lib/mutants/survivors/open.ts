/** Mutants that answer otherwise, where the interface leaves the answer to whoever builds the service. */
import type { Reason } from "../standing.ts";
import { openOfProcesses } from "./open-of-processes.ts";

export const open: readonly Reason[] = [
  ...openOfProcesses,
  {
    why: "paths and methods that are no operation; nothing is said of them",
    places: [
      [
        "http/server.ts",
        "addErrors",
        "…=> if ((false && request.is404))",
        "server.setNotFoundHandler(",
        "…=> request.call === null ?",
      ],
      ["http/server.ts", "addErrors.face", "request.call?.face ?? faceOfPath(request.url) => request.call?.face"],

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
      ["faces/read-multipart.ts", "=receive", "upload.received > policy.limits.uploadBytes =>"],

      ["faces/read-json.ts", "parseJson", "checkKeepable(value, where, maxDepth) => checkKeepable(where"],

      ["faces/read-json.ts", "checkKeepable", "…=> if ((false && isJsonObject(item))", "next.push(member); =>"],

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
      ["faces/read-multipart.ts", "receive.fileName", 'part.filename ?? "" => part'],

      ["faces/read-multipart.ts", "receive.fileName", '"" => '],
      ["policy/input.ts", "objectOr", "return {};"],
    ],
  },
  {
    why: "the status, the name or the text of a refusal",
    places: [
      ["http/server.ts", "addErrors", "…=> if ((true || request.is404))"],

      ["faces/read-action.ts", "=readAction", '["data", "body."] =>'],
      ["faces/read-multipart.ts", "=withForm", "415 => ("],
      ["http/answer.ts", "asRefusal", "406 => ("],
      ["identity/tokens.ts", "TokenService.#verificationKey", "…=> if ((false && key === undefined))"],

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
      ["http/server.ts", "buildServer", "server.removeContentTypeParser("],

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
      ["policy/zip.ts", "safeName", '"" => "mutant"'],

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
      ["faces/read-action.ts", "readAction.data", 'required.has("data") :: "data" =>'],

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
      ["http/server.ts", "callOf.mark", '"?" =>'],
      [
        "http/server.ts",
        "callOf.queryString",
        'mark === -1 ? "" : request.url.slice(mark + 1) => mark === -1 ? request.url',
      ],
      ["policy/digest-query.ts", "required", "0 => (0 - 1)"],

      ["service/files.ts", "downloadArchive.digests", "policy.digestQuery.read(call.queryString"],
      ["policy/digest-query.ts", "repeatedParameter.read"],
    ],
  },
  {
    why: "members of a link that the interface does not name",
    places: [
      [
        "storage/database-trace-store.ts",
        "=linkOf",
        '… => ({ traceId: row["trace_id"]',
        '…groupLabel: row["group_label"] as string, data: row',
        '…position: row["position"] as number, groupLabel: row',
        '…createdAt: row["link_created_at"] as Date }',
      ],

      ["storage/database-trace-store.ts", "linkOf.groupLabel"],
      ["policy/link.ts", "flatLink.present", "{ linkId: link.linkId, index", "link.position - 1", "1 => ("],
      ["storage/database-trace-store.ts", "linkOf.linkId"],
      ["storage/database-trace-store.ts", "linkOf.actionKey"],
      ["storage/database-trace-store.ts", "linkOf.createdAt"],
      ["storage/database-trace-store.ts", "linkOf.createdBy"],
    ],
  },
  {
    why: "what becomes of details without the member `error`, and of a legacy `input` of any form (open points 5 and 6)",
    places: [
      ["faces/operations.ts", "=handlers.details", '"error" =>'],
      ["faces/operations.ts", "handlers.details.payload", "…=> (false && data === undefined)"],
      ["policy/input.ts", "objectOr", "value === undefined || value === null =>", "return value; =>"],

      ["policy/input.ts", "plainInput.checkErrorMember"],
      ["policy/input.ts", "objectOr", "value === null =>"],
    ],
  },
  {
    why: "a refusal of status 500 where it was one of 400; a run warns of it (ROBUST-01)",
    places: [
      ["hooks/honest-hooks.ts", "honestHooks.gate", "next[groupLabel] ?? [] => next"],
      [
        "identity/tokens.ts",
        "TokenService.verify",
        "!(error instanceof errors.JOSEError || error instanceof Refusal) => (",
      ],

      ["http/answer.ts", "refusalReply", "return reply; =>"],
      [
        "http/answer.ts",
        "asRefusal",
        "if (!(error instanceof Error)) return undefined; => if ((true",
        "statusCode < 400 =>",
      ],
      [
        "identity/tokens.ts",
        "TokenService.verify",
        "if (!(error instanceof errors.JOSEError || error instanceof Refusal)) throw error; => if ((true",
      ],
      ["service/reads.ts", "searchTraces", "…=> if ((false && workflow === undefined))"],
      [
        "storage/database-trace-store.ts",
        "DatabaseTraceStore.links",
        "if (rows[0] === undefined) return undefined; => if ((false",
      ],

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
    why: "a filter whose key holds dots finds nothing, or fails with 500, of which a run warns (ROBUST-01); what keys a filter may have is not shown",
    places: [
      ["policy/filters.ts", "dataKeys.conditions.paths", "…=> path.length > 1 && path.length <= MAX_PATH ? [[key]]"],

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
      ["service/details.ts", "pageInfo", "{ endCursor: page.encodeCursor(end) } =>"],

      ["service/details.ts", "=pageInfo", "…hasPrevious: forward ? older : newer, ...(page.cursors.end"],

      ["service/details.ts", "pageInfo", "page.cursors.end ?", "page.cursors.start ?"],
      ["policy/page.ts", "oldestFirst.cursors"],
    ],
  },
  {
    why: "how the data of the actions make up the state: whatever the rule is, it is found out; keys and values of a state are not shown",
    places: [
      ["policy/state.ts", "mergedData.fold", "shallowMerge(before ?? {}, link.data) => shallowMerge(link.data"],
      ["service/traces.ts", "composeWrite.trace.data", "hooks.fold(call, before, link) => hooks.fold(before"],
      ["policy/state.ts", "shallowMerge", "[under, over] => [over]"],
    ],
  },
  {
    why: "bytes that are no UTF-8 in a JSON body, which is none then; nothing is said of bodies that are no JSON",
    places: [["faces/read-json.ts", "utf8", "{ fatal: true, ignoreBOM: false } => ({ ignoreBOM", "false => true"]],
  },
  {
    why: "claims and headers of a token beyond its form",
    places: [
      [
        "identity/tokens.ts",
        "TokenService.issue",
        '{ alg: ALGORITHM, kid: keyId, typ: "JWT" } => ({ alg: ALGORITHM, kid: keyId })',
      ],
    ],
  },
  {
    why: "a private key whose line breaks are written as two characters; the form of the private key is not shown",
    places: [["identity/directory.ts", "Directory.byPrivateKey", '"\\n" =>']],
  },
  {
    why: "which key of a workflow a search wants: its id or its name is described in two ways",
    places: [["policy/workflow-key.ts", "idOrName.find", "directory.workflowByName(organization, key) =>"]],
  },
  {
    why: "pages of a size that is no count, and `hasNext` of a page asked for from the end (docs/decisions/where-the-line-is.md)",
    places: [
      ["service/details.ts", "count", "value < 1 :: 1 => (1 - 1)"],

      [
        "service/details.ts",
        "count",
        'typeof value !== "number" || !Number.isInteger(value) || value < 1 => typeof value !== "number" || !Number.isInteger(value) && value',
      ],
      ["service/details.ts", "pageInfo.hasNext", "forward ? newer : older => (true"],
    ],
  },
];
