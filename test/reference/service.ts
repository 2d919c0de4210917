import { Agent, FormData, request } from "undici";
import { embeddedTarget } from "../../reference/embedded-target.ts";

/** What came back, decoded as far as it says what it is. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly bytes: Buffer;
  /** The JSON body; undefined for anything else. */
  readonly json: unknown;
}

/** A file to attach. */
export interface Attachment {
  readonly partName: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** The text fields of an action; a member that is undefined is not sent. */
export interface ActionFields {
  data?: unknown;
  actionKey?: string | undefined;
  workflowId?: string | undefined;
  groupLabel?: string | undefined;
}

/** A small client of one service. */
export class Client {
  readonly baseUrl: string;
  token: string | undefined;
  readonly #agent = new Agent({ connections: 8 });

  constructor(baseUrl: string, token?: string) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  async send(
    method: string,
    path: string,
    body?: string | Buffer | FormData,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await request(this.baseUrl + path, {
      method: method as "GET",
      dispatcher: this.#agent,
      headers: { ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const isJson = /json/.test(String(response.headers["content-type"]));
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes,
      json: isJson ? (JSON.parse(bytes.toString()) as unknown) : undefined,
    };
  }

  get(path: string): Promise<Answer> {
    return this.send("GET", path);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.send("POST", path, JSON.stringify(body), { "content-type": "application/json" });
  }

  action(
    face: "v2" | "legacy",
    traceId: string | undefined,
    fields: ActionFields,
    files: Attachment[] = [],
  ): Promise<Answer> {
    const path =
      face === "v2"
        ? traceId === undefined
          ? "/v2/traces"
          : `/v2/traces/${traceId}/action`
        : traceId === undefined
          ? "/trace"
          : `/trace/${traceId}/link`;
    const all = {
      data: {},
      actionKey: traceId === undefined ? "open" : "comment",
      workflowId: "2041",
      groupLabel: "clerks",
      ...fields,
    };
    return this.send("POST", path, face === "v2" ? v2Form(all, files) : legacyForm(all, files));
  }

  async create(data: unknown = {}, files: Attachment[] = []): Promise<string> {
    const answer = await this.action("v2", undefined, { data }, files);
    if (answer.status !== 200) throw new Error(`create: ${String(answer.status)} ${answer.bytes.toString()}`);
    return (answer.json as { data: string }).data;
  }

  async state(traceId: string): Promise<unknown> {
    return ((await this.get(`/trace/${traceId}/state`)).json as { state: unknown }).state;
  }

  async details(traceId: string, input: unknown = {}): Promise<Details> {
    return (await this.post(`/trace/${traceId}/details`, { input })).json as Details;
  }

  async login(user: { email: string; password: string } = embeddedTarget.credentials): Promise<this> {
    const answer = await this.post("/login/credential", { email: user.email, password: user.password });
    this.token = (answer.json as { token: string }).token;
    return this;
  }
}

/** The legacy details answer. */
export interface Details {
  readonly links: { linkId: string; data: unknown; files: { digest: string; fileName: string; partName: string }[] }[];
  readonly totalCount: number;
  readonly info: { hasNext: boolean; hasPrevious: boolean; startCursor?: string; endCursor?: string };
}

function v2Form(fields: ActionFields, files: Attachment[]): FormData {
  const { data, ...texts } = fields;
  const form = filesForm(files);
  if (data !== undefined) form.append("traceInput", typeof data === "string" ? data : JSON.stringify(data));
  for (const [name, value] of Object.entries(texts)) if (value !== undefined) form.append(name, value);
  return form;
}

function legacyForm(fields: ActionFields, files: Attachment[]): FormData {
  const form = filesForm(files);
  form.append("body", JSON.stringify(fields));
  return form;
}

function filesForm(files: Attachment[]): FormData {
  const form = new FormData();
  for (const { partName, fileName, bytes } of files) form.append(partName, new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}

/** An attachment with a text as its content. */
export function textFile(fileName: string, text: string, partName = "file"): Attachment {
  return { partName, fileName, bytes: Buffer.from(text) };
}
