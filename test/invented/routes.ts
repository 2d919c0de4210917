/** What the service does for each operation, by the steps that a fault or a variant may have replaced. */
import { pageArgs } from "../lib/service/domain.ts";
import { json, jsonBody, type Call, type Reply, type Routes } from "../lib/service/http.ts";
import { objectOf, own } from "../lib/service/json.ts";
import { routesOf as routesOfOperations } from "../lib/service/operations.ts";
import { Refusal } from "../lib/service/refusal.ts";
import type { Means, Service } from "./service.ts";

export function routesOf(s: Service): Routes {
  const login = (by: Means) => async (call: Call) => {
    const user = s.checkLogin(call, jsonBody(call), by);
    return s.ok(call, { token: await s.issueToken(user, by) });
  };

  const create = async (call: Call) => {
    const user = await s.authenticate(call);
    const input = await s.readInput(call);
    const workflow = s.checkAction(user, input, undefined, call);
    return s.ok(call, (await s.record(call, user, workflow, input)).trace.id);
  };

  const append = async (call: Call, id = "") => {
    const user = await s.authenticate(call);
    const known = s.findTrace(user, id, call);
    const input = await s.readInput(call);
    const workflow = s.checkAction(user, input, known, call);
    const { trace, link } = await s.record(call, user, workflow, input, known);
    return s.ok(call, call.face === "v2" ? s.actionAnswer(trace, link) : { state: await s.stateOf(trace, call) });
  };

  const details = async (call: Call, id = "") => {
    const trace = s.findTrace(await s.authenticate(call), id, call);
    const body = objectOf(jsonBody(call), "the body");
    if (call.face === "v2" && own(body, "error") === undefined) throw new Refusal("invalid", "error is required");
    const args = pageArgs(call.face === "v2" ? own(body, "data") : (own(body, "input") ?? {}));
    const page = s.page(s.linksOf(trace, call), args, trace, call);
    return s.ok(call, {
      links: page.items.map((link) => s.linkView(link, trace, call)),
      totalCount: s.total(trace, call),
      info: s.info(page, args, trace, call),
    });
  };

  const state = async (call: Call, id = "") => {
    const trace = s.findTrace(await s.authenticate(call), id, call);
    return s.ok(call, { state: await s.stateOf(trace, call) });
  };

  const archive = async (call: Call, id = ""): Promise<Reply> => {
    const trace = s.findTrace(await s.authenticate(call), id, call);
    const digests = s.digestList(call);
    if (digests.length === 0) throw new Refusal("invalid", "no digests are given");
    const body = await s.pack(s.zipEntries(trace, digests, call));
    return { status: 200, headers: { "Content-Type": "application/zip" }, body };
  };

  const download = async (call: Call, id = "", digest = "") => {
    const trace = s.findTrace(await s.authenticate(call), id, call);
    return s.fileReply(s.fileOf(trace, digest, call), call);
  };

  const search = async (call: Call, which = "") => {
    const workflow = s.findWorkflow(await s.authenticate(call), which, call);
    const filters = objectOf(own(objectOf(jsonBody(call), "the body"), "filters"), "filters");
    return s.ok(call, s.search(workflow, filters, call));
  };

  const list = async (call: Call, name = "") => {
    const user = await s.authenticate(call);
    if (!s.workflows.some(({ organization }) => organization === name)) throw new Refusal("missing", "no such name");
    if (name !== user.organization) throw new Refusal("foreign", "not your organization");
    return json(s.listing(name, call));
  };

  return routesOfOperations({ login, create, append, details, state, archive, download, search, list });
}
