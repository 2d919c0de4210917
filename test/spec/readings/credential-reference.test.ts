import { describe, expect, it } from "vitest";
import {
  changedCredential,
  credentialChanges,
  credentialReference,
  parseCredentialReference,
} from "../../../spec/readings/credential-reference.ts";

describe("references to credentials", () => {
  it("are read as they are written", () => {
    expect(parseCredentialReference(credentialReference("second", "password"))).toEqual({
      actor: "second",
      field: "password",
    });
    expect(parseCredentialReference("$first.privateKey~cut")).toEqual({
      actor: "first",
      field: "privateKey",
      change: "cut",
    });
    expect(parseCredentialReference("$first.password~none")).toBeUndefined();
  });

  it("change a secret into another text, whatever it is", () => {
    for (const secret of ["Secret1", "1234", "a", ""])
      for (const change of credentialChanges) expect(changedCredential(secret, change)).not.toBe(secret);
  });

  it("change the end alone of a long secret of one piece, and not of a key whose end may have no meaning", () => {
    const secret = "KEY-0001-9a8b7c6d5e4f3a2b1c0d";
    const changed = changedCredential(secret, "altered-end");
    expect(changed.slice(0, -6)).toBe(secret.slice(0, -6));
    expect([...changed.slice(-6)].every((letter, at) => letter !== secret.slice(-6)[at])).toBe(true);
    const json = Buffer.from(JSON.stringify({ kty: "OKP", d: "of-somebody", kid: "one" })).toString("base64url");
    for (const other of ["ssh-key AAAAC3NzaC1lZDI1NTE5 of me", json, "short"])
      expect(changedCredential(other, "altered-end")).toBe(changedCredential(other, "altered"));
  });
});
