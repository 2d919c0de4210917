import { pageData } from "../../../reports/html/page-data.ts";
import { testColours } from "./colours.ts";

testColours("html", (_, results) => {
  const { tone } = pageData(results, {});
  return tone === "conformant" ? "green" : tone === "non-conformant" ? "red" : "open";
});
