import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Clock } from "../../core/clock.ts";
import type { Config } from "../../core/config.ts";
import type { CopyDatabase } from "../../core/database/open.ts";
import { lockFile, readHolder } from "../../core/lock.ts";
import type { Log } from "../../core/log.ts";
import { readIfThere, writeWhole } from "../../core/secret-file.ts";
import { makeBackup } from "./backup.ts";
import { BackupError } from "./contents.ts";

/** How often the process with the open database looks for a request, and the command for its result. */
const LOOK_MS = 250;
/** A process that starts, or has the database open for another command, takes no requests. */
const TAKEN_WITHIN_MS = 30_000;
const LONGEST_MS = 10 * MINUTE_MS;

const requestFile = (dataDir: string) => join(dataDir, "backup.request");
const resultFile = (dataDir: string) => join(dataDir, "backup.result");

interface Result {
  folder?: string;
  error?: string;
}

interface AnsweringOptions {
  config: Pick<Config, "dataDir" | "databaseServer">;
  copy: CopyDatabase | undefined;
  clock: Clock;
  log: Pick<Log, "info" | "error">;
}

/**
 * Makes a backup whenever a command asks for one on the same data folder. A file asks for it and not a signal, which
 * would end a process that does not expect it. Returns a function that stops it.
 */
export function answerBackupRequests({ config, copy, clock, log }: AnsweringOptions): () => Promise<void> {
  const request = requestFile(config.dataDir);
  const answer = async () => {
    const target = await readIfThere(request);
    if (target === undefined) return;
    await rm(request);
    const result = await makeBackup({ config, copy, now: clock.now() }, target).then(
      (folder): Result => ({ folder }),
      (error: Error): Result => ({ error: error.message }),
    );
    if (result.error) log.error({ reason: result.error }, "backup failed");
    else log.info({ folder: result.folder }, "backup made");
    await writeWhole(resultFile(config.dataDir), JSON.stringify(result));
  };
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    underWay ??= answer()
      .catch((error: Error) => log.error({ reason: error.message }, "backup failed"))
      .finally(() => {
        underWay = undefined;
      });
  }, LOOK_MS);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

/**
 * Requests a backup from the process that holds the data folder.
 * @param say reports that the file of a process is stale
 * @returns the folder of the backup; undefined when no process holds the data folder for certain
 * @throws BackupError when the process fails or does not answer
 */
export async function requestBackup(
  dataDir: string,
  target: string,
  say: (sentence: string) => void,
): Promise<string | undefined> {
  const holder = await readHolder(dataDir);
  if (holder && !holder.isAlive)
    say(
      `${lockFile(dataDir)} is stale: process ${holder.pid} ended without removing it, so this program makes the backup.`,
    );
  if (!holder?.isProven) return undefined;
  await rm(resultFile(dataDir), { force: true });
  await writeWhole(requestFile(dataDir), target);
  const began = performance.now();
  for (;;) {
    await sleep(LOOK_MS);
    const waited = performance.now() - began;
    // Before its result, which it may write at its end.
    const hasEnded = !(await readHolder(dataDir))?.isProven;
    const text = await readIfThere(resultFile(dataDir));
    if (text !== undefined) {
      await rm(resultFile(dataDir));
      const { folder, error } = JSON.parse(text) as Result;
      if (folder === undefined) throw new BackupError(error ?? "The backup failed.");
      return folder;
    }
    const isTaken = (await readIfThere(requestFile(dataDir))) === undefined;
    if (!hasEnded && waited < (isTaken ? LONGEST_MS : TAKEN_WITHIN_MS)) continue;
    await rm(requestFile(dataDir), { force: true });
    if (hasEnded)
      throw new BackupError(`Process ${holder.pid} ended before it made the backup: run the command again.`);
    throw new BackupError(
      isTaken
        ? `Process ${holder.pid} made no backup within ${LONGEST_MS / MINUTE_MS} minutes.`
        : `Process ${holder.pid} holds ${dataDir} and takes no request for a backup: wait until it has started or ended.`,
    );
  }
}
