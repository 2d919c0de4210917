/** Mutants that differ only to whom no run can be. */
import type { Reason } from "../standing.ts";

export const outOfReach: readonly Reason[] = [
  {
    why: "what the service does when its database fails it, or loses what it holds",
    places: [
      ["http/server.ts", "ownError"],
      ["http/server.ts", "addErrors.refusal", "ownError(", "asRefusal(error) ?? ownError(error, request) => asRefusal"],
      [
        "http/server.ts",
        "addErrors",
        'reply.header("retry-after", "1")',
        '"retry-after" =>',
        '"1" =>',
        "refusal.status === 503",
        "if (refusal.status === 503)",
        "503 =>",
      ],
      ["service/files.ts", "zipStream", "zip.outputStream.emit(", '"error" =>'],
      ["http/answer.ts", "asRefusal", 'return new Refusal(400, "unkeepable"'],
      [
        "storage/database-content-store.ts",
        "DatabaseContentStore.read",
        'if (typeof bytes !== "string") throw',
        "if (sent !== file.size)",
        "sent !== file.size",
      ],
    ],
  },
  {
    why: "failed logins are slowed down for other machines alone",
    places: [
      ["service/login.ts", "loginWithPassword.user", "logins.attempt(call.address"],

      ["identity/login-throttle.ts", "LoginThrottle"],
      [
        "http/server.ts",
        "addErrors",
        'reply.header("retry-after", "300")',
        '"300" =>',
        '"too-many-logins"',
        "refusal.code ===",
        "if (refusal.code ===",
      ],
    ],
  },
  {
    why: "keys of another process or of days ago, hashes that are broken, more tokens than a run has",
    places: [
      ["identity/signing-keys.ts", "SigningKeys.#load", "if (!known.has(keyId)) this.#keys.delete(keyId); =>"],

      ["identity/signing-keys.ts", "SigningKeys.verifying", "…=> if ((false && !this.#keys.has(keyId)))"],

      ["hooks/honest-hooks.ts", "honestHooks.authenticate", "…=> if ((false && user === undefined))"],

      ["identity/passwords.ts", "passwordMatches", 'scheme !== "scrypt" || salt === undefined'],
      ["identity/signing-keys.ts", "SigningKeys.verifying", "await this.#load()"],
      ["identity/signing-keys.ts", "SigningKeys.#load", "this.#keys.delete(keyId);"],
      ["identity/passwords.ts", "passwordMatches", "return false;", "false => true"],
      ["identity/tokens.ts", "TokenService.verify", "this.#verified.clear();"],
    ],
  },
  {
    why: "an action with a schema; the environment that is tried has none",
    places: [
      ["hooks/honest-hooks.ts", "honestHooks.checkAction", "!action.validate(input.data) =>"],
      ["hooks/honest-hooks.ts", "honestHooks.checkAction.problems"],
    ],
  },
  {
    why: "chunks of an upload that came to nothing, which stay where nothing refers to them",
    places: [
      ["storage/database-content-store.ts", "DatabaseContentStore.discardAbandoned"],

      ["faces/read-multipart.ts", "=receive", "position === 0 :: 0 => ("],
      [
        "storage/database-content-store.ts",
        "DatabaseContentStore.keep",
        "…=> if ((false && file.inline === undefined))",
      ],

      ["faces/read-multipart.ts", "receive", "upload.staged.push(blobId)", "if (position === 0) upload.staged"],
      ["storage/database-content-store.ts", "DatabaseContentStore.discard"],
      [
        "storage/database-content-store.ts",
        "DatabaseContentStore.keep",
        "await this.discard(",
        "this.discard(",
        "[file.blobId] => []",
        "…=> if ((true || file.inline === undefined))",
      ],
    ],
  },
  {
    why: "in which order transactions lock the contents that they keep: two that wait for each other do so by chance",
    places: [
      ["storage/database-content-store.ts", "DatabaseContentStore.keep", "1 => (", "a.digest < b.digest ? -1 : 1 =>"],
    ],
  },
  {
    why: "errors of the database about values that are refused before they come to it",
    places: [
      ["http/answer.ts", "UNKEEPABLE"],
      [
        "http/answer.ts",
        "asRefusal",
        "UNKEEPABLE.",
        'typeof code === "string" && UNKEEPABLE',
        'if (typeof code === "string" && UNKEEPABLE',
      ],
    ],
  },
  {
    why: "when a key is replaced, which takes days, and which of several processes does it",
    places: [
      ["storage/database-key-store.ts", "DatabaseKeyStore.renew.current", "await session.query( `SELECT 1"],

      [
        "storage/database-key-store.ts",
        "DatabaseKeyStore.renew",
        'await session.query("SELECT pg_advisory',
        'session.query("SELECT pg_advisory',
        '"SELECT pg_advisory',
        "[ADVISORY_LOCK] =>",
        "await session.query( `DELETE FROM",
        "session.query( `DELETE FROM",
        "`DELETE FROM",
      ],
      ["identity/signing-keys.ts", "SigningKeys.#rotateWhenDue.ages", "this.#policy.verifiesS()"],
      [
        "identity/signing-keys.ts",
        "SigningKeys.signing",
        "Math.min(",
        "this.#policy.rotationS * 100",
        "Date.now() - this.#loadedAtMs =>",
        "100 => (",
      ],
      ["storage/database-key-store.ts", "ADVISORY_LOCK"],
    ],
  },
];
