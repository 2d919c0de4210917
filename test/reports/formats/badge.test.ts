import { testColours } from "./colours.ts";

testColours("badge", (text) => {
  const { color } = JSON.parse(text) as { color: string };
  return color === "red" ? "red" : color === "orange" ? "open" : "green";
});
