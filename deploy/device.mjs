// `npm run deploy:device -- SONDA-17`: adds the broker's account of a device, for Mosquitto and for EMQX, and prints its password.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EMQX_USERS, emqxUser, MOSQUITTO_PASSWORDS, mosquittoUser, password } from "./secrets.mjs";

/**
 * Adds an account to the files of both brokers.
 * @param {string} folder with the files of `makeSecrets`
 * @param {string} serial the device's serial number, its user name
 * @returns {string} its password
 * @throws {Error} with a sentence for the operator, before anything is written
 */
export function addDevice(folder, serial) {
  // A topic's level and a column of both files.
  if (!/^[^\s:,"/+#]{1,64}$/u.test(serial))
    throw new Error(
      `${JSON.stringify(serial)} cannot be a user name: a serial has 1 to 64 characters, without blanks and : , " / + #`,
    );
  const [passwords, users] = [MOSQUITTO_PASSWORDS, EMQX_USERS].map((name) => join(folder, name));
  for (const file of [passwords, users]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: run npm run deploy:secrets first`);
    if (
      readFileSync(file, "utf8")
        .split("\n")
        .some((line) => line.split(/[:,]/, 1)[0] === serial)
    )
      throw new Error(
        `${serial} has an account in ${file} already: for a new password delete its line in ${passwords} and ${users}`,
      );
  }
  const secret = password();
  appendFileSync(passwords, mosquittoUser([serial, secret]));
  appendFileSync(users, emqxUser([serial, secret]));
  return secret;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [serial] = process.argv.slice(2);
  try {
    if (serial === undefined) throw new Error("Name the device by its serial: npm run deploy:device -- SONDA-17");
    const secret = addDevice(fileURLToPath(new URL("secrets", import.meta.url)), serial);
    console.log(`The device logs in as ${serial} with the password ${secret}, which is stored nowhere else.`);
    console.log("Mosquitto reads it after: docker compose -f docker-compose.replicas.yml kill -s HUP mosquitto");
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
