// `npm run deploy:secrets -- lamina.example.com.br`: makes deploy/secrets for docker-compose.replicas.yml and the
// Kubernetes overlays: passwords, an authority, and certificates for the API, the broker and, until a public one
// replaces it, the proxy. Existing files are kept: to renew one, delete it and run the command again.
import { createHash, pbkdf2Sync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "selfsigned";

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** Browsers refuse certificates with a longer validity. */
const SERVER_DAYS = 397;
/** The accounts of each broker. */
export const MOSQUITTO_PASSWORDS = "mosquitto-passwords";
export const EMQX_USERS = "emqx-users.csv";

/**
 * Makes all missing secrets.
 * @param {string} folder where they are stored, readable only by its owner
 * @param {string} host the public name of the app
 * @param {Date} now
 * @returns {Promise<string[]>} the names of the files that were made
 */
export async function makeSecrets(folder, host, now) {
  const made = [];
  const path = (name) => join(folder, name);
  const read = (name) => readFileSync(path(name), "utf8");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);

  /** Containers read their secret as another user; the folder's mode excludes the machine's other users. */
  const keep = (name, make) => {
    if (existsSync(path(name))) return;
    writeFileSync(path(name), make(), { mode: 0o644 });
    made.push(name);
  };
  for (const name of ["mqtt-bff", "mqtt-api", "postgres", "valkey", "admin", "grafana", "api-secret-key"])
    keep(name, password);
  keep("valkey-url", () => `redis://:${read("valkey")}@valkey:6379`);
  keep("valkey.conf", () => valkeyConfiguration(read("valkey")));
  const accounts = ["bff", "api"].map((name) => [name, read(`mqtt-${name}`)]);
  keep(MOSQUITTO_PASSWORDS, () => accounts.map(mosquittoUser).join(""));
  keep(EMQX_USERS, () => `user_id,password_hash,salt,is_superuser\n${accounts.map(emqxUser).join("")}`);

  if (!existsSync(path("ca.pem")) || !existsSync(path("ca-key.pem"))) {
    const authority = await makeAuthority(now);
    writeFileSync(path("ca-key.pem"), authority.private, { mode: 0o600 });
    // With a line break, so that another authority can be appended.
    writeFileSync(path("ca.pem"), `${authority.cert.trim()}\n`, { mode: 0o644 });
    made.push("ca.pem", "ca-key.pem");
  }
  const authority = { cert: read("ca.pem"), key: read("ca-key.pem") };
  for (const [name, names] of [
    ["api", ["api", "localhost"]],
    ["mosquitto", ["mosquitto", host, "localhost"]],
  ]) {
    if (existsSync(path(`${name}.pem`))) continue;
    const { cert, private: key } = await makeServer(names, authority, now);
    // With its authority, so that a program that trusts its own certificate file finds the root in it.
    keep(`${name}.pem`, () => `${cert.trim()}\n${authority.cert}`);
    keep(`${name}-key.pem`, () => key);
  }
  if (!existsSync(path("proxy.pem"))) {
    const { cert, private: key } = await makeServer([host], authority, now);
    keep("proxy.pem", () => `${cert.trim()}\n${key}`);
  }
  return made;
}

/** 24 random bytes. */
export const password = () => randomBytes(24).toString("base64url");

function valkeyConfiguration(secret) {
  return `bind * -::*
requirepass ${secret}
save ""
appendonly no
maxmemory 192mb
# Generations of the cache must not be evicted before answers: those carry a time-to-live.
maxmemory-policy volatile-ttl
`;
}

/** A line of Mosquitto's password file: PBKDF2 with SHA-512, 101 rounds. */
export function mosquittoUser([name, secret]) {
  const salt = randomBytes(12);
  const hash = pbkdf2Sync(secret, salt, 101, 64, "sha512");
  return `${name}:$7$101$${salt.toString("base64")}$${hash.toString("base64")}\n`;
}

/** A line of EMQX's bootstrap file, as deploy/emqx/base.hocon names its hash. */
export function emqxUser([name, secret]) {
  const salt = randomBytes(16).toString("hex");
  return `${name},${createHash("sha256")
    .update(secret + salt)
    .digest("hex")},${salt},false\n`;
}

function validity(now, days) {
  return {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + days * DAY_MS),
  };
}

function makeAuthority(now) {
  // A name of its own, because OpenSSL finds an issuer by name, and files may contain the old authority and the new one.
  const name = `Lamina deployment CA ${randomBytes(4).toString("hex")}`;
  return generate([{ name: "commonName", value: name }], {
    ...validity(now, AUTHORITY_DAYS),
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
}

function makeServer(names, authority, now) {
  return generate([{ name: "commonName", value: names[0] }], {
    ...validity(now, SERVER_DAYS),
    ca: authority,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [host] = process.argv.slice(2);
  if (!/^[a-z0-9.-]+$/i.test(host ?? "")) {
    console.error("Name the public host of the app: npm run deploy:secrets -- lamina.example.com.br");
    process.exit(1);
  }
  const made = await makeSecrets(fileURLToPath(new URL("secrets", import.meta.url)), host, new Date());
  console.log(made.length > 0 ? `Made in deploy/secrets: ${made.join(", ")}` : "deploy/secrets is complete already.");
}
