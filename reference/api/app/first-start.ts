import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { GroupId } from "../access/identity/groups.ts";
import { hashPassword } from "../access/identity/password.ts";
import { addUser, hasUsers, upsertGroups } from "../access/identity/seed.ts";
import type { Config } from "../core/config.ts";
import type { Database } from "../core/database/open.ts";
import type { Log } from "../core/log.ts";
import { passwordSecret, readOrMakeSecret } from "../core/secret-file.ts";
import { upsertSensorTypes } from "../telemetry/sensor-types/store.ts";
import type { Demo } from "./demo.ts";

interface FirstStartOptions {
  dataDir: string;
  demo: Config["demo"];
  /** What the demo adds. */
  farm: Pick<Demo, "addRecords" | "hasFleet">;
  adminPassword: string | undefined;
  now: Date;
  log: Pick<Log, "warn">;
}

/**
 * Adds the program's own records and, to an empty database, the demo or a first administrator.
 * @returns whether the fleet was asked for, but is not there
 */
export async function prepareDatabase(
  database: Database,
  options: FirstStartOptions,
): Promise<{ isFleetMissing: boolean }> {
  const { now, demo, farm } = options;
  await upsertGroups(database, now);
  await upsertSensorTypes(database, now);
  if (await hasUsers(database)) return { isFleetMissing: demo?.fleet === true && !(await farm.hasFleet(database)) };
  if (demo) await farm.addRecords(database, { ...demo, now });
  else await addAdministrator(database, options);
  return { isFleetMissing: false };
}

/** The first user, who can log in and add the others. */
async function addAdministrator(
  database: Database,
  { dataDir, adminPassword, now, log }: FirstStartOptions,
): Promise<void> {
  const password =
    adminPassword ?? (await readOrMakeSecret(administratorFile(dataDir), ADMIN_PASSWORD, { hasData: false, log }));
  const passwordHash = await hashPassword(password);
  const groupId = GroupId.administrator;
  await addUser(
    database,
    { _id: randomUUID(), userName: "admin", name: "Administração", groupId, clientIds: [], passwordHash },
    now,
  );
}

/** File of the first administrator's generated password. */
export const administratorFile = (dataDir: string) => join(dataDir, ADMIN_PASSWORD.name);

const ADMIN_PASSWORD = passwordSecret("admin-password", "the first administrator gets the new one");
