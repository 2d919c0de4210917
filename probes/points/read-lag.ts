/** Open point `read-lag`: found while the traces that probes look at were written. */
import { onePoint } from "../probe.ts";

export const readLag = onePoint("read-lag", { needs: [], writes: true }, ({ fixture: { readLag: found } }) => {
  const none = { value: { ms: 0 }, evidence: "Nothing looked as if reads were behind what was written before them." };
  return found ?? none;
});
