/* What the witnesses share. */
import { isObject, type Json, type JsonObject } from "../../stand-ins/lib/json.ts";
import type { Face } from "../../stand-ins/lib/http.ts";
import type { Act, Api, Page } from "../api.ts";
import { digestsOf } from "../smoke.ts";

/** The shortest dialogue that shows a lie: true where the service lies, false where it does not. */
export type Witness = (api: Api) => Promise<boolean>;
export type Witnesses = Record<string, Witness>;

export const nowhere = "00000000-0000-4000-8000-000000000000";
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether data sent through a face does not come back in the state. */
export const lost =
  (data: JsonObject, face: Face = "v2"): Witness =>
  async (api) =>
    !same(await api.state(face, await api.trace(face, { data })), data);

/** A trace of so many links, through v2 and legacy in turn. */
export async function chain(api: Api, length: number, act: (n: number) => Act = (n) => ({ data: { n } })) {
  const id = await api.trace("v2", act(1));
  for (let n = 2; n <= length; n += 1) await api.append(n % 2 ? "v2" : "legacy", id, act(n));
  return id;
}

/** The digests of a trace's files as its links name them. */
export const digestsIn = async (api: Api, id: string): Promise<string[]> =>
  digestsOf((await api.details("v2", id)).links as Json);

/** A trace with files. */
export async function attach(api: Api, files: Act["files"] = [], face: Face = "v2") {
  const id = await api.trace(face, { files });
  return { id, digests: await digestsIn(api, id) };
}

export const zipQuery = (digests: string[]) => digests.map((digest) => `digests=${digest}`).join("&");
export const numbers = (page: Page) => page.links.map((link) => isObject(link["data"]) && link["data"]["n"]);
export const cursorAfter = async (api: Api, id: string, count: number): Promise<string> =>
  String((await api.details("v2", id, { first: count })).info["endCursor"]);
export const listed = (found: Json | undefined, id: string) => Array.isArray(found) && found.includes(id);
