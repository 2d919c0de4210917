/** A story with something of every area, for what is asked of all of them at once. */
import { faces } from "../../../spec/operations.ts";
import { everyday, long } from "./everyday.ts";
import type { How, Story } from "./history.ts";

/** For a service whose second user belongs to another organization. */
export function eventful(story: Story): void {
  everyday(story);
  refusals(story);
  const walked = long(story, 7);
  for (const face of faces) {
    story.walk(walked, 3, "forward", { face });
    story.walk(walked, 3, "backward", { face });
  }
  const parallel = story.create();
  story.together(() => {
    for (const key of ["a", "b", "c"]) story.act(parallel, { members: { [key]: key } });
  });
  for (const face of faces) story.details(parallel, {}, { face });
}

function refusals(story: Story): void {
  const trace = story.create({ files: ["kept"], members: { kind: "kept" } });
  for (const face of faces) {
    story.state(trace, { face });
    story.details(trace, {}, { face });
  }
  for (const face of faces) {
    const wrong: How = { face, defects: [{ where: "token", what: "garbage" }] };
    story.state(trace, wrong);
    story.details(trace, {}, { face, defects: [{ where: "token", what: "none" }] });
    story.act(trace, {}, { face, defects: [{ where: "body", what: "json-broken" }] });
    story.state(trace, { face });
    story.details(trace, {}, { face });
    story.state(trace, { face, actor: "second", refused: true });
    story.workflows("nobody", { face, defects: [{ where: "path", what: "unknown-organization" }] });
  }
  story.login("credential", { replace: { password: "wrong" } });
  story.file(trace, { digest: "no-such-digest" });
}
