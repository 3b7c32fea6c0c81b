import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Clock } from "../../core/clock.ts";
import type { Config } from "../../core/config.ts";
import type { CopyDatabase } from "../../core/database/open.ts";
import type { Log } from "../../core/log.ts";
import { makeBackup } from "./backup.ts";
import { BackupError } from "./contents.ts";

/** Signal by which the command asks the process with the open database; Windows has none. */
const SIGNAL = "SIGUSR2";
/** How often and how long the command polls for the result. */
const LOOK_MS = 200;
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

/** Makes a backup whenever a command asks for one on the same data folder. Returns a function that stops it. */
export function answerBackupRequests({ config, copy, clock, log }: AnsweringOptions): () => Promise<void> {
  let underWay = Promise.resolve();
  const answer = async () => {
    const target = await readFile(requestFile(config.dataDir), "utf8").catch(() => undefined);
    // A signal without a request file has another sender.
    if (target === undefined) return;
    await rm(requestFile(config.dataDir));
    const result = await makeBackup({ config, copy, now: clock.now() }, target).then(
      (folder): Result => ({ folder }),
      (error: Error): Result => ({ error: error.message }),
    );
    if (result.error) log.error({ reason: result.error }, "backup failed");
    else log.info({ folder: result.folder }, "backup made");
    await writeFile(resultFile(config.dataDir), JSON.stringify(result), { mode: 0o600 });
  };
  const listener = () => {
    underWay = underWay.then(answer).catch((error: Error) => log.error({ reason: error.message }, "backup failed"));
  };
  if (process.platform !== "win32") process.on(SIGNAL, listener);
  return async () => {
    process.off(SIGNAL, listener);
    await underWay;
  };
}

/**
 * Requests a backup from the process that holds the data folder.
 * @returns the folder of the backup; undefined when no process holds the data folder
 * @throws BackupError when the process fails or does not answer
 */
export async function requestBackup(dataDir: string, target: string): Promise<string | undefined> {
  const pid = Number((await readFile(join(dataDir, "process.pid"), "utf8").catch(() => "")).split(" ")[0]);
  if (!(pid > 0)) return undefined;
  await rm(resultFile(dataDir), { force: true });
  await writeFile(requestFile(dataDir), target, { mode: 0o600 });
  try {
    process.kill(pid, SIGNAL);
  } catch {
    // The process ended without removing its lock.
    await rm(requestFile(dataDir), { force: true });
    return undefined;
  }
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    const text = await readFile(resultFile(dataDir), "utf8").catch(() => "");
    if (text !== "") {
      await rm(resultFile(dataDir));
      const { folder, error } = JSON.parse(text) as Result;
      if (folder === undefined) throw new BackupError(error ?? "The backup failed.");
      return folder;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new BackupError(`Process ${pid} made no backup within ${LONGEST_MS / MINUTE_MS} minutes.`);
}
