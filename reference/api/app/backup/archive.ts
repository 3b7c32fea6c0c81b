import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { BackupError } from "./contents.ts";

/** Packs a folder's content into a compressed archive, in a process of its own. */
export const pack = (folder: string, file: string) => runTar(["-czf", file, "-C", folder, "."]);

/** Unpacks an archive into an existing folder. */
export const unpack = (file: string, folder: string) => runTar(["-xzf", file, "-C", folder]);

async function runTar(args: readonly string[]): Promise<void> {
  const child = spawn("tar", args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", () => reject(new BackupError("tar is missing: install it.")));
    child.on("close", resolve);
  });
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new BackupError(`tar failed: ${said.trim().split("\n").at(-1)}`);
}
