import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { DeviceFields } from "@lamina/shared/records/telemetry";
import { eq } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { type Author, audit } from "../../records/audit/write.ts";
import { deviceSecrets, devices } from "../../schema/telemetry.ts";

const SECRET_BYTES = 24;

// 24 random bytes cannot be guessed, so the hash need not be slow like a password's.
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

/**
 * Makes a new secret for a device and invalidates the previous one. It is returned only here and stored as a hash.
 * @returns undefined when the device does not exist
 */
export async function makeSecret(
  database: Database,
  { deviceId, author, date }: { deviceId: string; author: Author; date: Date },
): Promise<{ clientId: string; serial: string; secret: string } | undefined> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return database.transaction(async (transaction) => {
    const [device] = await transaction
      .select({ clientId: devices.clientId, serial: devices.serial })
      .from(devices)
      .where(eq(devices._id, deviceId));
    if (device === undefined) return undefined;
    const values = { hash: hashOf(secret), createdAt: date };
    await transaction
      .insert(deviceSecrets)
      .values({ deviceId, ...values })
      .onConflictDoUpdate({ target: deviceSecrets.deviceId, set: values });
    const { clientId } = device;
    const what = { entity: "Device", recordId: deviceId, before: {}, after: {}, reason: auditReasons.newDeviceSecret };
    await audit(transaction, { author, date, clientId, ...what });
    return { ...device, secret };
  });
}

/** Whether this is the secret of the device with this serial. */
export async function isSecretOf(database: Database, serial: string, secret: string): Promise<boolean> {
  if (!DeviceFields.shape.serial.safeParse(serial).success) return false;
  const [found] = await database
    .select({ hash: deviceSecrets.hash })
    .from(deviceSecrets)
    .innerJoin(devices, eq(devices._id, deviceSecrets.deviceId))
    .where(eq(devices.serial, serial));
  return found !== undefined && timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(found.hash));
}
