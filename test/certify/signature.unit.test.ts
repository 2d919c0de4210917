/** The signature of evidence: sigstore's own packages read and verify it, and what is not signed by the key is refused. */
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { toDSSEBundle } from "@sigstore/bundle";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import { describe, expect, test } from "vitest";
import { openedEnvelope, parseEnvelope, signerOf, type Envelope } from "../../reports/evidence/envelope.ts";

const statement = Buffer.from('{"_type":"https://in-toto.io/Statement/v1","subject":[]}');
const pemOf = (key: KeyObject): string =>
  key.export({ type: key.type === "private" ? "pkcs8" : "spki", format: "pem" }).toString();
const kinds = {
  Ed25519: () => generateKeyPairSync("ed25519"),
  "P-256": () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

/** As sigstore verifies an envelope by a key of one's own, without its public services. */
function verifiedBySigstore({ payload, payloadType, signatures: [signature] }: Envelope, publicKey: string): void {
  const bundle = toDSSEBundle({
    artifact: Buffer.from(payload, "base64"),
    artifactType: payloadType,
    signature: Buffer.from(signature?.sig ?? "", "base64"),
    keyHint: signature?.keyid ?? "",
  } as Parameters<typeof toDSSEBundle>[0]);
  const nobody = { mediaType: "", tlogs: [], ctlogs: [], certificateAuthorities: [], timestampAuthorities: [] };
  const key = { publicKey: createPublicKey(publicKey), validFor: () => true };
  const material = toTrustMaterial(nobody as unknown as Parameters<typeof toTrustMaterial>[0], () => key);
  new Verifier(material, { tlogThreshold: 0, ctlogThreshold: 0, tsaThreshold: 0 }).verify(toSignedEntity(bundle));
}

describe.each(Object.entries(kinds))("a key of kind %s", (_, make) => {
  const { privateKey, publicKey } = make();
  const envelope = signerOf(pemOf(privateKey))(statement);

  test("signs what this suite and sigstore verify", () => {
    expect(openedEnvelope(envelope, pemOf(publicKey))).toEqual(statement);
    expect(() => verifiedBySigstore(envelope, pemOf(publicKey))).not.toThrow();
  });

  test("does not sign another statement, nor another key this one", () => {
    const other = { ...envelope, payload: Buffer.from("{}").toString("base64") };
    expect(() => openedEnvelope(other, pemOf(publicKey))).toThrow(/is not signed by the key/);
    expect(() => verifiedBySigstore(other, pemOf(publicKey))).toThrow(/verification failed/);
    expect(() => openedEnvelope(envelope, pemOf(make().publicKey))).toThrow(/is not signed by the key/);
    expect(() => openedEnvelope({ ...envelope, payloadType: "text/plain" }, pemOf(publicKey))).toThrow(
      /holds text\/plain/,
    );
  });
});

test("keys that are none are told", () => {
  expect(() => signerOf("no key")).toThrow(/wanted an Ed25519 key or one on the curve/);
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  expect(() => signerOf(pemOf(privateKey))).toThrow(/got rsa/);
  expect(() => signerOf(pemOf(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey))).toThrow(/got ec/);
});

test.each([
  "null",
  "[]",
  "{}",
  '{"payload":"","payloadType":"","signatures":[]}',
  '{"payload":1,"signatures":[{"sig":1}]}',
])("an envelope that is none: %s", (text) =>
  expect(() => parseEnvelope(text)).toThrow(/wanted payload, payloadType and signatures/),
);
