// `npm run backup -- [folder]` and `npm run restore -- <backup>`: the database, keys and certificates of the reference API.
import { join, resolve } from "node:path";
import { makeBackup, restoreBackup } from "./api/app/backup/backup.ts";
import { requestBackup } from "./api/app/backup/request.ts";
import { readConfig } from "./api/core/config.ts";

const [command, folder] = process.argv.slice(2);
const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
/** npm runs programs in the folder of the project; a path is relative to the caller's folder. */
const fromCaller = (path: string) => resolve(process.env.INIT_CWD ?? ".", path);

try {
  const config = readConfig();
  if (command === "backup") {
    const target = folder === undefined ? join(config.dataDir, "backups") : fromCaller(folder);
    // PostgreSQL has its own dump tool; PGlite can be read only by the process that has it open.
    const askedCopy =
      config.databaseServer === undefined ? await requestBackup(config.dataDir, target, console.error) : undefined;
    const path = askedCopy ?? (await makeBackup({ config, copy: undefined, now: new Date() }, target));
    console.log(`${path} (${seconds()})`);
  } else if (command === "restore" && folder !== undefined) {
    const { createdAt, version } = await restoreBackup(fromCaller(folder), config);
    console.log(`Restored to ${config.dataDir}: version ${version} of ${createdAt} (${seconds()})`);
  } else {
    throw new Error("npm run backup -- [folder]\nnpm run restore -- <backup>");
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
