import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** What PGlite's file system of Node has, and does not declare. */
interface NodeFiles {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/** A folder whose files reach the disk when PostgreSQL asks for it. PGlite's own leaves that to the system. */
class DurableFolder extends NodeFS {
  override async init(...[client, given]: Parameters<NodeFS["init"]>) {
    const { emscriptenOpts } = await super.init(client, given);
    emscriptenOpts.preRun?.push((module) => {
      (module as typeof module & NodeFiles).NODEFS.stream_ops.fsync = ({ nfd }: { nfd: number }) => {
        fsyncSync(nfd);
        return 0;
      };
    });
    return { emscriptenOpts };
  }
}

/**
 * PGlite in a folder, so that a power cut loses no commit: without its parameter that turns `fsync` off, and with a method
 * that it passes to the file system (`fdatasync`, the default, does nothing there).
 */
export function durableOptions(directory: string) {
  const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");
  return { fs: new DurableFolder(directory), startParams: [...startParams, "-c", "wal_sync_method=fsync"] };
}
