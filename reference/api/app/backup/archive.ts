import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { BackupError } from "./contents.ts";

/** Packs a folder's content into a compressed archive, in a process of its own. */
export const pack = (folder: string, file: string) => runTar(["-czf", file, "-C", folder, "."]);

/**
 * Unpacks an archive into an existing folder. The process reads from this one, so that it ends with it: a restore that is
 * killed must write nothing beside the next one.
 */
export const unpack = (file: string, folder: string) => runTar(["-xzf", "-", "-C", folder], createReadStream(file));

async function runTar(args: readonly string[], input?: Readable): Promise<void> {
  const child = spawn("tar", args, { stdio: ["pipe", "ignore", "pipe"] });
  // A process that has failed reads no more, and its code says so.
  const sent = input ? pipeline(input, child.stdin).catch(() => {}) : child.stdin.end();
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", () => reject(new BackupError("tar is missing: install it.")));
    child.on("close", resolve);
  });
  const [said, code] = await Promise.all([text(child.stderr), ended, sent]);
  if (code !== 0) throw new BackupError(`tar failed: ${said.trim().split("\n").at(-1)}`);
}
