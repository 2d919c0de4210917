/** What is told of passwords and keys that are words of the suite's own texts. */
import type { Environment } from "../../driver/index.ts";
import { accountKey, settingName } from "../../spec/vocabulary/setting-name.ts";

export const plainWordNotes = (environment: Environment): readonly string[] =>
  environment.secrets.plainWords.map(({ account, kind }) => {
    const setting = settingName(environment, `${accountKey(account)}.${kind}`);
    return `${setting} is a word that reports are full of: it is not hidden in them, and nobody can tell whether the target repeats it. Another one can be kept secret`;
  });
