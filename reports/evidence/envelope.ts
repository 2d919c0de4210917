/**
 * The signature over the statement: a DSSE envelope (Dead Simple Signing Envelope, v1.0), as in-toto and sigstore read
 * it, made with a key of one's own.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";

const payloadType = "application/vnd.in-toto+json";

export interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** Puts a statement into an envelope. */
export type Signer = (statement: Uint8Array) => Envelope;

/** Thrown for a key that cannot be used. The message says what was wanted. */
export class KeyError extends Error {
  override readonly name = "KeyError";
}

/** Those that all tools for such envelopes verify in the same way. */
const wanted = "an Ed25519 key or one on the curve P-256, as PEM";

/** @param pem private key, PKCS #8 or SEC 1. @throws KeyError */
export function signerOf(pem: string | Buffer, passphrase?: string): Signer {
  const key = readKey(() => createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) }));
  const keyid = keyIdOf(createPublicKey(key));
  const digest = digestFor(key);
  return (statement) => ({
    payload: Buffer.from(statement).toString("base64"),
    payloadType,
    signatures: [{ keyid, sig: sign(digest, signedBytes(payloadType, statement), key).toString("base64") }],
  });
}

/**
 * The statement in an envelope.
 * @param pem public key
 * @throws KeyError for a key that is none, Error with the reason for an envelope that this key did not sign
 */
export function openedEnvelope(envelope: Envelope, pem: string | Buffer): Buffer {
  const key = readKey(() => createPublicKey(pem));
  const digest = digestFor(key);
  const statement = Buffer.from(envelope.payload, "base64");
  if (envelope.payloadType !== payloadType)
    throw new Error(`the envelope holds ${envelope.payloadType}; wanted ${payloadType}`);
  const bytes = signedBytes(envelope.payloadType, statement);
  if (!envelope.signatures.some(({ sig }) => verify(digest, bytes, key, Buffer.from(sig, "base64"))))
    throw new Error(`it is not signed by the key ${keyIdOf(key)}`);
  return statement;
}

/** SHA-256 of the public key's DER form, in hex: the same wherever the key is. */
function keyIdOf(key: KeyObject): string {
  return createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** The envelope in a text. @throws Error where it is none */
export function parseEnvelope(text: string): Envelope {
  const value = JSON.parse(text) as Partial<Envelope> | null;
  const isText = (one: unknown): boolean => typeof one === "string";
  const signatures: unknown = value?.signatures;
  const signed =
    Array.isArray(signatures) &&
    signatures.length > 0 &&
    signatures.every((one: { sig?: unknown } | null) => isText(one?.sig));
  if (!value || !isText(value.payload) || !isText(value.payloadType) || !signed)
    throw new Error("wanted payload, payloadType and signatures");
  return value as Envelope;
}

/** The pre-authentication encoding: what is signed, so that no payload can be taken for one of another type. */
function signedBytes(type: string, payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
}

/** Undefined for Ed25519, which brings its own. */
function digestFor(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType === "ed25519") return undefined;
  if (key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1") return "sha256";
  throw new KeyError(`wanted ${wanted}; got ${key.asymmetricKeyType ?? "another"}`);
}

function readKey(read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch (cause) {
    throw new KeyError(`wanted ${wanted}; ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
