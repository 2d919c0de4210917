import { createHash } from "node:crypto";
import { SignJWT, generateKeyPair, jwtVerify } from "jose";
import type { Workflow } from "../../lib/service/domain.ts";
import { entryName, zip } from "../../lib/service/zip.ts";
import type { Link, StoredFile } from "../service.ts";
import { present } from "../process.ts";
import { around, onRecord, type Variants } from "../tools.ts";

const digestsOpen = "What a digest is made of and looks like is not shown";

export const makers: Variants = {
  "digests-as-integrity": {
    title: "Digests are written as in the integrity of web pages: sha256-, then base64 with +, / and =.",
    why: `${digestsOpen}; it is a string, which an address takes in when it is percent-encoded.`,
    apply(s) {
      s.digest = (data) => `sha256-${createHash("sha256").update(data).digest("base64")}`;
    },
  },
  "digest-covers-the-name": {
    title: "The digest covers the file name too, in upper-case: the same bytes under two names are two files.",
    why: `${digestsOpen}; a document is its name and its content, and both are signed.`,
    apply(s) {
      s.keepFiles = (trace, files, call) =>
        files.map(({ name, part, data }) => {
          const digest = createHash("sha512").update(name).update("\0").update(data).digest("hex").toUpperCase();
          const stored: StoredFile = { digest, name, data, face: call.face };
          trace.files.set(digest, stored);
          return { digest, name, part, size: data.length };
        });
    },
  },
  "archive-by-digest": {
    title: "The entries of an archive lie in folders and are named by digest and extension; sizes follow the data.",
    why: "The names of the entries are not shown, and digests never clash; the archive is written as a stream.",
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].map((digest) => {
          const { name, data } = s.fileOf(trace, digest, call);
          const extension = /\.[a-z0-9]{1,8}$/i.exec(entryName(name))?.[0] ?? ".bin";
          return { name: `${trace.id}/${digest.slice(0, 2)}/${digest}${extension}`, data };
        });
      s.pack = (entries) => zip(entries, { deflate: true, descriptors: true, comment: "Nordwind document store" });
    },
  },
  "links-of-a-ledger": {
    title:
      "A link is a signed record: a version, the data in base64, the rest under meta with the hash of the link before, " +
      "and signatures; it has no id, and the v2 action answers with the id of the trace.",
    why: "The fields of a link are not shown, nor what the action's UUID names; a ledger gives out what was signed.",
    apply(s) {
      const hash = (link: Link | undefined): string =>
        link ? createHash("sha256").update(link.id).update(JSON.stringify(link.data)).digest("base64") : "";
      s.actionAnswer = (trace) => trace.id;
      s.linkView = (link, trace) => {
        const at = trace.links.indexOf(link);
        return {
          version: "1.0.0",
          data: Buffer.from(JSON.stringify(link.data)).toString("base64"),
          meta: {
            mapId: trace.id,
            process: { name: trace.workflow.id, state: "" },
            action: link.actionKey,
            group: link.groupLabel,
            step: "form",
            priority: at + 1,
            prevLinkHash: hash(trace.links[at - 1]),
            outDegree: -1,
            attachments: link.files,
          },
          signatures: [{ version: "1.0.0", type: "none", publicKey: "", payloadPath: "[version,data,meta]" }],
        };
      };
    },
  },
  "state-with-a-revision": {
    title: "The state has the data under form, beside the id of the trace, a revision and the latest action.",
    why: "The keys and values of the state are not shown; its readers want to know how new it is.",
    apply(s) {
      present(s, (form, trace) => ({
        trace: trace.id,
        revision: trace.links.length,
        latest: { action: trace.links.at(-1)?.actionKey ?? null, by: trace.links.at(-1)?.author ?? null },
        form,
      }));
    },
  },
  "archived-workflows": {
    title:
      "The lists show archived workflows too, with numbers as ids, one by the name of a living one, and tell more of " +
      "each than id and name.",
    why: "Nothing says that ids are UUIDs, that names are unique, or that an item has no other members.",
    apply(s) {
      const archived: Workflow[] = ["Returns", "Claims (until 2019)", "Prüfaufträge"].map((name, at) => ({
        id: String(417 + at),
        name,
        organization: s.users[0]?.organization ?? "",
        actions: [],
      }));
      const { findWorkflow, listing } = s;
      s.findWorkflow = (user, which, call) => {
        const found = archived.find(({ id, organization }) => id === which && organization === user.organization);
        return found ?? findWorkflow(user, which, call);
      };
      s.listing = (organization, call) => [
        ...archived
          .filter((workflow) => workflow.organization === organization)
          .map(({ id, name }) => ({ workflowId: id, workflowName: name, archived: true, labels: [], owner: null })),
        ...listing(organization, call).map((item) => ({ ...item, archived: false, labels: ["live"], owner: "it" })),
      ];
    },
  },
  "long-tokens": {
    title: "Tokens are signed with ES256, carry some kilobytes of permissions and no subject, and last five minutes.",
    why: "Claims, algorithm and lifetime of tokens are not shown; the identity provider puts in what its readers want.",
    apply(s) {
      const keys = generateKeyPair("ES256");
      const may = s.workflows.flatMap(({ id }) =>
        ["read", "write", "search", "download", "sign", "share", "delete", "own"].map((what) => `${id}:${what}`),
      );
      s.issueToken = async (user, by) =>
        new SignJWT({ mail: user.email, via: by, may, groups: may.map((one) => one.slice(-12)) })
          .setProtectedHeader({ alg: "ES256", kid: "2026-01", typ: "at+jwt" })
          .setIssuer("https://id.nordwind.example/")
          .setExpirationTime("5m")
          .sign((await keys).privateKey);
      s.verifyToken = async (token) =>
        jwtVerify(token, (await keys).publicKey, { algorithms: ["ES256"] }).then(
          ({ payload }) => ({ email: String(payload["mail"]), via: String(payload["via"]) }),
          () => undefined,
        );
    },
  },
  "upper-case-ids": {
    title: "All UUIDs that the service makes are given out in upper-case, and taken in any case.",
    why: "A UUID is the same in either case, and databases differ in how they write it.",
    apply(s) {
      for (const key of ["POST /trace", "POST /v2/traces"]) {
        around(s, key, (real) => async (call) => {
          const reply = await real(call);
          const body = String(reply.body).replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase());
          return { ...reply, body };
        });
      }
      onRecord(s, (link) => {
        link.id = link.id.toUpperCase();
      });
      const { search } = s;
      s.search = (...args) => search(...args).map((id) => id.toUpperCase());
    },
  },
};
