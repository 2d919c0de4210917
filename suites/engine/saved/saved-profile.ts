/** A profile in a file, as `observe` saves it. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import { profileForm } from "./profile-form.ts";
import { readSaved } from "./saved-run.ts";

let validate: ValidateFunction | undefined;

/** @throws UsageError that names the file, what is wrong and where, and the remedy */
export function readProfile(path: string, shown: string): Profile {
  return readSaved<Profile>(path, {
    shown: `--profile ${shown}`,
    wanted: "a profile",
    remedy: 'Give the profile.json that "observe" saves.',
    problemsOf(value) {
      validate ??= new Ajv2020({ strict: false, validateFormats: false }).compile(profileForm);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath || "/"} ${message}`);
    },
  });
}
