/** What is told of passwords, keys and secret headers that are words of the suite's own texts. */
import type { Environment } from "../../driver/index.ts";
import { settingName } from "../../spec/vocabulary/setting-name.ts";

export const plainWordNotes = (environment: Environment): readonly string[] =>
  environment.secrets.plainWords.map((key) => {
    const setting = settingName(environment, key);
    return `${setting} ${key === "proxy" ? "holds a password that " : ""}is a word that reports are full of: it is not hidden in them, and nobody can tell whether the target repeats it. Another one can be kept secret`;
  });
