/** A profile in a file, as `observe` saves it. */
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import { profileForm } from "./profile-form.ts";
import { readSaved } from "./saved-run.ts";
import { problemsBy } from "./schema-problems.ts";

const problemsOf = problemsBy(profileForm);

/** @throws UsageError that names the file, what is wrong and where, and the remedy */
export function readProfile(path: string, shown: string): Profile {
  const remedy = 'Give the profile.json that "observe" saves.';
  return readSaved<Profile>(path, { shown: `--profile ${shown}`, wanted: "a profile", remedy, problemsOf });
}
