/* A small client for the self-check. */
import type { Target } from "../stand-ins/lib/domain.ts";
import type { Face } from "../stand-ins/lib/http.ts";
import { isObject, type Json, type JsonObject } from "../stand-ins/lib/json.ts";
import { pause } from "./tools.ts";

export interface Answer {
  status: number;
  type: string;
  bytes: Buffer;
  text: string;
  /** The parsed body, or undefined when it is not JSON. */
  body: Json | undefined;
  /** The payload: without the envelope where there is one. */
  data: Json | undefined;
}

export interface Act {
  data?: Json;
  key?: string;
  workflow?: number;
  group?: string;
  files?: { name: string; data: string | Buffer }[];
  filesFirst?: boolean;
}

export interface Page {
  links: JsonObject[];
  totalCount: Json;
  info: JsonObject;
}

/** How long Retry-After asks to wait, in seconds or as a date; three seconds at most. */
const waitMs = (after: string): number =>
  Math.min(/^\d+$/.test(after) ? Number(after) * 1000 : Math.max(0, Date.parse(after) - Date.now()), 3000);

export class Api {
  readonly target: Target;
  token: string | undefined;

  constructor(target: Target) {
    this.target = target;
  }

  async send(method: string, path: string, body?: RequestInit["body"], type?: string): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (this.token !== undefined) headers["authorization"] = `Bearer ${this.token}`;
    if (type !== undefined) headers["content-type"] = type;
    const ask = () =>
      fetch(this.target.baseUrl + path, { method, headers, body: body ?? null, signal: AbortSignal.timeout(4000) });
    let response = await ask();
    for (let turn = 0; turn < 5 && response.headers.has("retry-after"); turn += 1) {
      await response.arrayBuffer();
      await pause(waitMs(response.headers.get("retry-after") ?? ""));
      response = await ask();
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString("utf8");
    let parsed: Json | undefined;
    try {
      parsed = JSON.parse(text) as Json;
    } catch {
      parsed = undefined;
    }
    const data = path.startsWith("/v2/") && isObject(parsed) ? parsed["data"] : parsed;
    return {
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      bytes,
      text,
      body: parsed,
      data,
    };
  }

  post(path: string, body: Json): Promise<Answer> {
    return this.send("POST", path, JSON.stringify(body), "application/json");
  }

  async login(path = "/login/credential", given?: Json): Promise<Answer> {
    const { email, password, privateKey = "" } = this.target.credentials;
    const body = given ?? (path.endsWith("/privateKey") ? { privateKey } : { email, password });
    this.token = undefined;
    const answer = await this.post(path, body);
    const token = isObject(answer.data) ? answer.data["token"] : undefined;
    this.token = typeof token === "string" ? token : undefined;
    return answer;
  }

  private form(face: Face, act: Act, creates: boolean): FormData {
    const workflow = this.target.workflows[act.workflow ?? 0];
    const action = workflow?.actions.find((one) => (act.key ? one.key === act.key : Boolean(one.creates) === creates));
    const fields = {
      actionKey: act.key ?? action?.key ?? "",
      workflowId: workflow?.id ?? "",
      groupLabel: act.group ?? action?.groupLabel ?? "",
    };
    const form = new FormData();
    const attach = () => {
      for (const [index, { name, data }] of (act.files ?? []).entries()) {
        form.append(`file${String(index)}`, new Blob([Buffer.from(data)]), name);
      }
    };
    if (act.filesFirst) attach();
    const data = act.data ?? {};
    if (face === "legacy") form.append("body", JSON.stringify({ ...fields, data }));
    else {
      form.append("traceInput", JSON.stringify(data));
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
    }
    if (!act.filesFirst) attach();
    return form;
  }

  create(face: Face, act: Act = {}): Promise<Answer> {
    return this.send("POST", face === "v2" ? "/v2/traces" : "/trace", this.form(face, act, true));
  }

  /** Creates a trace and gives its id. */
  async trace(face: Face, act: Act = {}): Promise<string> {
    return String((await this.create(face, act)).data);
  }

  append(face: Face, id: string, act: Act = {}): Promise<Answer> {
    const path = face === "v2" ? `/v2/traces/${id}/action` : `/trace/${id}/link`;
    return this.send("POST", path, this.form(face, act, false));
  }

  detailsAnswer(face: Face, id: string, page: JsonObject = {}): Promise<Answer> {
    return face === "v2"
      ? this.post(`/v2/traces/${id}/details`, { error: null, data: page })
      : this.post(`/trace/${id}/details`, { input: page });
  }

  async details(face: Face, id: string, page: JsonObject = {}): Promise<Page> {
    return (await this.detailsAnswer(face, id, page)).data as unknown as Page;
  }

  async state(face: Face, id: string): Promise<Json> {
    const { data } = await this.send("GET", face === "v2" ? `/v2/traces/${id}/state` : `/trace/${id}/state`);
    return isObject(data) ? (data["state"] ?? null) : null;
  }

  zip(face: Face, id: string, query: string): Promise<Answer> {
    return this.send("GET", `${face === "v2" ? "/v2/traces" : "/trace"}/${id}/files?${query}`);
  }

  file(id: string, digest: string): Promise<Answer> {
    return this.send("GET", `/v2/traces/${id}/file/${encodeURIComponent(digest)}`);
  }

  async search(face: Face, filters: Json, workflow = 0): Promise<Json | undefined> {
    const id = this.target.workflows[workflow]?.id ?? "";
    const path = face === "v2" ? `/v2/workflows/${id}/traces/search` : `/trace/search/${id}`;
    return (await this.post(path, { filters })).data;
  }

  list(face: Face): Promise<Answer> {
    const name = encodeURIComponent(this.target.organization);
    return this.send("GET", face === "v2" ? `/v2/organizations/${name}/workflows` : `/workflow/orgName/${name}`);
  }
}
