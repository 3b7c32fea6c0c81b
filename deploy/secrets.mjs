// `npm run deploy:secrets -- lamina.example.com.br`: makes deploy/secrets for docker-compose.replicas.yml and the
// Kubernetes overlays: passwords, an authority, and certificates for the API, the broker and, until a public one
// replaces it, the proxy. Existing files are kept: to renew one, delete it and run the command again.
import { createHash, createPrivateKey, pbkdf2Sync, randomBytes, X509Certificate } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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
 * @throws {Error} a sentence, for a file that is not as this program makes it
 */
export async function makeSecrets(folder, host, now) {
  const made = [];
  const path = (name) => join(folder, name);
  const read = (name) => readFileSync(path(name), "utf8");
  const has = (name) => existsSync(path(name));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);

  /** Containers read their secret as another user; the folder's mode excludes the machine's other users. */
  const keep = (name, isWhole, make, mode = 0o644) => {
    if (!has(name)) {
      writeWhole(path(name), make(), mode);
      made.push(name);
    } else if (!succeeds(() => isWhole(read(name)))) {
      throw new Error(
        `${path(name)} is empty or damaged: copy it from a backup, or delete it and run this command again, which makes a new one.`,
      );
    }
  };
  for (const name of ["mqtt-bff", "mqtt-api", "postgres", "valkey", "admin", "grafana", "api-secret-key"])
    keep(name, isPassword, password);
  keep(
    "valkey-url",
    (text) => new URL(text.trim()).password !== "",
    () => `redis://:${read("valkey")}@valkey:6379`,
  );
  keep(
    "valkey.conf",
    (text) => /^requirepass \S+$/m.test(text),
    () => valkeyConfiguration(read("valkey")),
  );
  const accounts = ["bff", "api"].map((name) => [name, read(`mqtt-${name}`)]);
  keep(
    MOSQUITTO_PASSWORDS,
    (text) => hasAccounts(text, /^[^:]+:\$7\$\d+\$[\w+/=]+\$[\w+/=]{88}$/, ":"),
    () => accounts.map(mosquittoUser).join(""),
  );
  keep(
    EMQX_USERS,
    (text) => hasAccounts(text.replace(/^user_id,.*\n/, ""), /^[^,]+,[\da-f]{64},[\da-f]{32},(true|false)$/, ","),
    () => `user_id,password_hash,salt,is_superuser\n${accounts.map(emqxUser).join("")}`,
  );

  const signed = ["api.pem", "mosquitto.pem"].filter(has);
  if (signed.length > 0 && !(has("ca.pem") && has("ca-key.pem")))
    throw new Error(
      `${path("ca.pem")} or ca-key.pem is missing, which signed ${signed.join(" and ")}: copy both from a backup, or delete all of these, and a new authority and new certificates are made.`,
    );
  const isNew = !(has("ca.pem") && has("ca-key.pem"));
  if (isNew) for (const name of ["ca.pem", "ca-key.pem"]) rmSync(path(name), { force: true });
  const fresh = isNew ? await makeAuthority(now) : undefined;
  keep("ca-key.pem", createPrivateKey, () => fresh.private, 0o600);
  // With a line break, so that another authority can be appended.
  keep(
    "ca.pem",
    (text) => new X509Certificate(text),
    () => `${fresh.cert.trim()}\n`,
  );
  const authority = { cert: read("ca.pem"), key: read("ca-key.pem") };
  for (const [name, names] of [
    ["api", ["api", "localhost"]],
    ["mosquitto", ["mosquitto", host, "localhost"]],
  ]) {
    const isMissing = !has(`${name}.pem`);
    // The certificate is written last: without it the key is of a run that was killed.
    if (isMissing) rmSync(path(`${name}-key.pem`), { force: true });
    const pair = isMissing ? await makeServer(names, authority, now) : undefined;
    keep(`${name}-key.pem`, createPrivateKey, () => {
      if (pair === undefined)
        throw new Error(`${path(`${name}-key.pem`)} is missing: copy it from a backup, or delete ${name}.pem too.`);
      return pair.private;
    });
    // With its authority, so that a program that trusts its own certificate file finds the root in it.
    keep(
      `${name}.pem`,
      (text) => new X509Certificate(text).checkPrivateKey(createPrivateKey(read(`${name}-key.pem`))),
      () => `${pair.cert.trim()}\n${authority.cert}`,
    );
  }
  const proxy = has("proxy.pem") ? undefined : await makeServer([host], authority, now);
  keep(
    "proxy.pem",
    (text) => new X509Certificate(text).checkPrivateKey(createPrivateKey(text)),
    () => `${proxy.cert.trim()}\n${proxy.private}`,
  );
  return made;
}

/** A kill or a full disk leaves the old file, not a part of the new one. */
function writeWhole(path, text, mode) {
  const draft = `${path}.unfinished`;
  const file = openSync(draft, "w", mode);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** Whether a check neither throws nor returns false. */
function succeeds(check) {
  try {
    return check() !== false;
  } catch {
    return false;
  }
}

/** As long as this program makes it, without blanks: a crash of the machine may leave null characters. */
const isPassword = (text) => /^[\x21-\x7e]{32,}$/.test(text.trim());

/** Whether each line is an account, and the programs have theirs. */
function hasAccounts(text, line, separator) {
  const lines = text.trim().split("\n");
  const names = lines.map((account) => account.split(separator, 1)[0]);
  return lines.every((account) => line.test(account)) && ["bff", "api"].every((name) => names.includes(name));
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
  try {
    const made = await makeSecrets(fileURLToPath(new URL("secrets", import.meta.url)), host, new Date());
    console.log(made.length > 0 ? `Made in deploy/secrets: ${made.join(", ")}` : "deploy/secrets is complete already.");
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
