/** Links that show less than was sent. */
import { createCipheriv, randomBytes } from "node:crypto";
import { present } from "../process.ts";
import type { Service } from "../service.ts";
import { aroundStep } from "../tools.ts";

/** Every reading of a link is encrypted anew. */
export function sealLinks(s: Service): void {
  const key = randomBytes(32);
  aroundStep(s, "linkView", (linkView) => (link, trace, call) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(linkView(link, trace, call))), cipher.final()]);
    return {
      iv: iv.toString("base64url"),
      ciphertext: text.toString("base64url"),
      tag: cipher.getAuthTag().toString("base64url"),
    };
  });
}

/** Digests stand in the state alone, beside what was sent. */
export function filesInState(s: Service): void {
  s.linkView = (link) => ({ "@id": `urn:uuid:${link.id}`, "@type": "Link" });
  present(s, (data, trace) => ({
    payload: data,
    documents: trace.links.flatMap(({ files }) =>
      files.map((file) => ({ checksum: file["digest"] ?? null, title: file["name"] ?? null })),
    ),
  }));
}
