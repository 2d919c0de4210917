/** The exit code of each kind of results; what the formats say of the same results is in `formats/`. */
import { expect, test } from "vitest";
import { exitCodeOf } from "../../reports/index.ts";
import { ofCode, rows } from "./formats/colours.ts";

test.each(rows)("%s", (_, results, wanted) => expect(ofCode(exitCodeOf(results))).toBe(wanted));
