/** Archives with folders. */
import { distinctNames, entryName, zip } from "../../lib/service/zip.ts";
import type { Service } from "../service.ts";

/** Each file in a folder, the folders listed too, sizes after the data, and a comment. */
export function folders(s: Service): void {
  s.pack = (entries) =>
    zip(
      distinctNames(entries).flatMap(({ name, data }, at) => {
        const folder = `export/${String(at + 1).padStart(3, "0")}/`;
        return [
          { name: folder, data: Buffer.alloc(0) },
          { name: `${folder}${entryName(name)}`, data },
        ];
      }),
      { deflate: false, descriptors: true, comment: "made by order of the auditor" },
    );
}
