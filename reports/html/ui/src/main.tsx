/** Entry of the report's page. */
import { render } from "preact";
import { App } from "./app.tsx";
import { readPageData } from "./data.ts";
import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/requirements.css";
import "./styles/evidence.css";
import "./styles/operations.css";
import "./styles/sensitivity.css";
import "./styles/traffic.css";
import "./styles/print.css";

const root = document.getElementById("app");
if (root) {
  root.textContent = "";
  render(<App data={readPageData()} />, root);
}
