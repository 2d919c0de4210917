import { exitCodeOf, type Results } from "../../../reports/index.ts";
import { ofCode, testColours } from "./colours.ts";

testColours("json", (text) => ofCode(exitCodeOf(JSON.parse(text) as Results)));
