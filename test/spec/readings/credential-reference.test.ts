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
});
