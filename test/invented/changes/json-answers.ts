/** Changes of what JSON answers hold. */
import { json, type Reply } from "../../lib/service/http.ts";
import type { Json } from "../../lib/service/json.ts";
import type { Service } from "../service.ts";
import { onReply } from "../tools.ts";

export const isJson = ({ headers }: Reply): boolean => headers?.["Content-Type"] === "application/json";

/** Changes the value that a JSON answer holds. */
export const onJson = (s: Service, keys: readonly string[], change: (value: Json, face: string) => Json): void => {
  for (const key of keys) {
    onReply(s, key, (reply, call) => json(change(JSON.parse(String(reply.body)) as Json, call.face), reply.status));
  }
};

export const loginRoutes = ["POST /v2/login/credential", "POST /v2/login/privateKey", "POST /login/credential"];
