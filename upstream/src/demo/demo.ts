import { insertDefaultMenu } from "../clients/default-menu.ts";
import { insertClient } from "../clients/store.ts";
import type { Database } from "../database/open.ts";
import { farms } from "../farms/table.ts";
import { hashPassword } from "../identity/password.ts";
import { addUser } from "../identity/seed.ts";
import { setClientSensorTypes } from "../sensor-types/store.ts";
import { demoClients, demoFarms, demoUsers } from "./data.ts";

/** Names of the demo users, as printed at the start. */
export const demoUserNames = demoUsers.map(({ userName }) => userName);

/** Fills an empty database with the demo clients, farms and users, all with one password. */
export async function addDemoData(database: Database, password: string, now: Date): Promise<void> {
  // Hashed apart: two users with one password must not have one hash.
  const hashes = await Promise.all(demoUsers.map(() => hashPassword(password)));
  const times = { createdAt: now, updatedAt: now };
  await database.transaction(async (transaction) => {
    for (const { sensorTypeIds, ...client } of demoClients) {
      await insertClient(transaction, { ...client, ...times });
      await insertDefaultMenu(transaction, client._id, now);
      await setClientSensorTypes(transaction, client._id, sensorTypeIds);
    }
    await transaction.insert(farms).values(demoFarms.map((farm) => ({ ...farm, ...times })));
    for (const [index, user] of demoUsers.entries())
      await addUser(transaction, { ...user, passwordHash: hashes[index] ?? "" }, now);
  });
}
