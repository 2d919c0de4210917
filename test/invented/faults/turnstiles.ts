import type { Call, Reply } from "../../lib/service/http.ts";
import { isObject, own, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Service, Trace } from "../service.ts";
import { around, pause, type Faults } from "../tools.ts";

const logins = ["POST /v2/login/credential", "POST /v2/login/privateKey", "POST /login/credential"] as const;

const pem = (body: string): string => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

/** A workflow like the first, under another id and name. */
function copyOfFirst(s: Service, id: string, name: string, organization?: string): void {
  const [first] = s.workflows;
  if (first) s.workflows.push({ ...first, id, name, organization: organization ?? first.organization });
}

export const turnstiles: Faults = {
  "logins-joined": {
    title: "A login that comes while another is being checked at the same address gets the answer of that one.",
    apply(s) {
      for (const key of logins) {
        let open: Promise<Reply> | undefined;
        around(s, key, (real) => (call, ...params) => {
          open ??= pause(12)
            .then(() => real(call, ...params))
            .finally(() => (open = undefined));
          return open;
        });
      }
    },
  },
  "token-in-plain-base64": {
    title: "The parts of a token are base64 with plus, slash and padding instead of base64url: it is no JWT.",
    apply(s) {
      const { issueToken, verifyToken } = s;
      s.issueToken = async (user, by) => `${(await issueToken(user, by)).replaceAll("-", "+").replaceAll("_", "/")}=`;
      s.verifyToken = (token, call) =>
        verifyToken(token.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""), call);
    },
  },
  "first-line-of-key": {
    title: "Private keys are PEM texts, and are compared up to the first line break: each is that of the first user.",
    apply(s) {
      const bodies = [
        "MC4CAQAwBQYDK2VwBCIEIA8v5hFQm3yqRzT1bN0cXl7dWk2uPjS4gE6aV9oHfZrC",
        "MC4CAQAwBQYDK2VwBCIEIK1tYw9nLxB5sQe3mUoR0dJ7hGaP2kVfZ8iC4yTqXbWM",
      ];
      s.users = s.users.map((user, at) => ({ ...user, privateKey: pem(bodies[at] ?? user.privateKey) }));
      const { checkLogin } = s;
      s.checkLogin = (call, body: Json, by) => {
        const given = isObject(body) ? own(body, "privateKey") : undefined;
        if (by !== "privateKey" || typeof given !== "string") return checkLogin(call, body, by);
        const user = s.users.find(({ privateKey }) => firstLine(privateKey) === firstLine(given));
        if (!user) throw new Refusal("login", "unknown user");
        return user;
      };
    },
  },
  "found-by-means": {
    title: "Whoever logs in with a private key finds only the traces begun so, and with a password only the others.",
    apply(s) {
      const means = new WeakMap<Call, string>();
      const begun = new WeakMap<Trace, string>();
      const { matches, record, verifyToken } = s;
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        if (claims) means.set(call, claims.via);
        return claims;
      };
      s.record = async (call, ...args) => {
        const recorded = await record(call, ...args);
        if (!begun.has(recorded.trace)) begun.set(recorded.trace, means.get(call) ?? "");
        return recorded;
      };
      s.matches = (trace, filters, call) => begun.get(trace) === means.get(call) && matches(trace, filters, call);
    },
  },
  "organizations-by-prefix": {
    title: "The legacy list holds the workflows of all organizations whose names begin with the one given.",
    apply(s) {
      const [first] = s.workflows;
      const organization = `${first?.organization ?? ""} North`;
      copyOfFirst(s, "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a04", "Timber Accounts", organization);
      const { listing } = s;
      s.listing = (name, call) => {
        const names = new Set(s.workflows.map((workflow) => workflow.organization));
        if (call.face === "v2") return listing(name, call);
        return [...names].filter((one) => one.startsWith(name)).flatMap((one) => listing(one, call));
      };
    },
  },
  "ten-workflows": {
    title: "The v2 list of an organization ends after ten workflows.",
    apply(s) {
      for (let n = 1; n <= 10; n += 1) {
        copyOfFirst(s, `5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7b${String(n).padStart(2, "0")}`, `Branch ${String(n)}`);
      }
      const { listing } = s;
      s.listing = (name, call) => (call.face === "v2" ? listing(name, call).slice(0, 10) : listing(name, call));
    },
  },
  "names-for-a-page": {
    title: "The legacy list gives the names of workflows as they would stand in HTML: an ampersand as &amp;.",
    apply(s) {
      for (const workflow of s.workflows) workflow.name = workflow.name.replace("Returns", "Returns & Repairs");
      const { listing } = s;
      s.listing = (name, call) =>
        listing(name, call).map((item) =>
          call.face === "v2" ? item : { ...item, workflowName: String(item["workflowName"]).replaceAll("&", "&amp;") },
        );
    },
  },
  "listed-as-searched": {
    title: "A workflow is listed under the word by which it was last searched: after a search by name that is its id.",
    apply(s) {
      const searched = new Map<string, string>();
      const { findWorkflow, listing } = s;
      s.findWorkflow = (user, which, call) => {
        const workflow = findWorkflow(user, which, call);
        searched.set(workflow.id, which);
        return workflow;
      };
      s.listing = (name, call) =>
        listing(name, call).map((item) => {
          const id = String(item["workflowId"]);
          return { ...item, workflowId: searched.get(id) ?? id };
        });
    },
  },
  "refused-for-all": {
    title: "That a trace was refused to a stranger is kept for three seconds by its id: so it is to its own people.",
    apply(s) {
      const until = new Map<string, number>();
      const { findTrace } = s;
      s.findTrace = (user, id, call) => {
        if ((until.get(id) ?? 0) > Date.now()) throw new Refusal("foreign", "not a trace of yours");
        try {
          return findTrace(user, id, call);
        } catch (error) {
          if (error instanceof Refusal && error.kind === "foreign") until.set(id, Date.now() + 3000);
          throw error;
        }
      };
    },
  },
  "plus-in-organization": {
    title: "The legacy list reads its address like a query: the plus sign in the name of an organization is a blank.",
    apply(s) {
      const [own] = s.users;
      const former = own?.organization;
      for (const one of [...s.users, ...s.workflows])
        if (one.organization === former) one.organization = "Nordwind+Sons";
      around(
        s,
        "GET /workflow/orgName/{}",
        (real) =>
          (call, name = "") =>
            real(call, name.replaceAll("+", " ")),
      );
    },
  },
  "password-in-latin-1": {
    title: "The legacy login reads a password as Latin-1: one with an umlaut is wrong there.",
    apply(s) {
      const [own] = s.users;
      if (own) own.password = "grüne-laterne";
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        if (call.face === "v2" || !isObject(body)) return checkLogin(call, body, by);
        const password = body["password"];
        if (typeof password !== "string") return checkLogin(call, body, by);
        return checkLogin(call, { ...body, password: Buffer.from(password, "utf8").toString("latin1") }, by);
      };
    },
  },
};
