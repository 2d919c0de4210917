/** Downloads that lead to a store beside the service. */
import { randomUUID } from "node:crypto";
import type { Call, Reply } from "../../../lib/service/http.ts";
import { orMissing } from "../../../lib/service/refusal.ts";
import type { Service, StoredFile } from "../../service.ts";
import { aroundStep, changeResult, around, type Faults } from "../../tools.ts";

const download = "GET /v2/traces/{}/file/{}";

/** Files lie in a store of their own, at addresses that need no token; a download leads there. */
function inStore(s: Service): Map<string, Reply> {
  const store = new Map<string, Reply>();
  s.routes["GET /store/{}"] = (_call, id = "") => orMissing(store.get(id), "no such object");
  return store;
}

function sendTo(store: Map<string, Reply>, reply: Reply): Reply {
  const id = randomUUID();
  store.set(id, reply);
  return { status: 302, headers: { Location: `/store/${id}?signature=${randomUUID()}` } };
}

/** Whether a good token came. */
const isKnown = (s: Service, call: Call): Promise<boolean> =>
  s.authenticate(call).then(
    () => true,
    () => false,
  );

export const stores: Faults = {
  // "Every endpoint requires the bearer header"
  "store-for-everybody": {
    title: "A download leads to the store whoever asks, with a token or without.",
    apply(s) {
      const store = inStore(s);
      changeResult(s, "fileReply", (reply) => sendTo(store, reply));
      around(s, download, (real) => async (call, id = "", digest = "") => {
        const trace = s.traces.get(id);
        if (!trace || (await isKnown(s, call))) return real(call, id, digest);
        return s.fileReply(s.fileOf(trace, digest, call), call);
      });
    },
  },
  "store-for-whoever-comes-later": {
    title: "Once a file was downloaded, its download leads to the store whoever asks.",
    awaits: "a download before the one without a token",
    apply(s) {
      const store = inStore(s);
      const known = new Map<string, Reply>();
      around(s, download, (real) => async (call, id = "", digest = "") => {
        const key = `${id}/${digest}`;
        const reply = known.get(key) ?? (await real(call, id, digest));
        known.set(key, reply);
        return sendTo(store, reply);
      });
    },
  },
  // "Response: the file identified by the digest in the trace."
  "store-signs-people-in": {
    title: "A download leads to a page of status 200 on which people sign in, although a token came.",
    apply(s) {
      around(s, download, (real) => async (call, ...params) => {
        await real(call, ...params);
        return { status: 302, headers: { Location: "/sign-in" } };
      });
      s.routes["GET /sign-in"] = () => ({
        status: 200,
        headers: { "Content-Type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>Sign in</title><form method=post><input name=email></form>",
      });
    },
  },
  "store-has-lost-them": {
    title: "A download leads to a store in which the file no longer lies.",
    apply(s) {
      inStore(s);
      s.fileReply = () => ({ status: 307, headers: { Location: `/store/${randomUUID()}` } });
    },
  },
  "store-mixes-files-up": {
    title: "A download leads to the file that was asked for before.",
    apply(s) {
      const store = inStore(s);
      let former: Reply | undefined;
      changeResult(s, "fileReply", (own) => {
        const sent = sendTo(store, former ?? own);
        former = own;
        return sent;
      });
    },
  },
  "store-goes-in-a-circle": {
    title: "A download leads to itself.",
    apply(s) {
      around(s, download, (real) => async (call, ...params) => {
        await real(call, ...params);
        return { status: 302, headers: { Location: "/store" } };
      });
      s.routes["GET /store"] = () => ({ status: 302, headers: { Location: "/store" } });
    },
  },
  "store-gives-any-file": {
    title: "A download leads to the store for the digest of a file of any trace.",
    apply(s) {
      const store = inStore(s);
      const known = new Map<string, StoredFile>();
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const file = known.get(digest) ?? fileOf(trace, digest, call);
        known.set(digest, file);
        return file;
      });
      changeResult(s, "fileReply", (reply) => sendTo(store, reply));
    },
  },
};
