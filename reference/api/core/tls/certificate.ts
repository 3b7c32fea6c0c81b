import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { dirname, join } from "node:path";
import { DAY_MS } from "@lamina/shared/core/time";
import { generate, type SelfsignedOptions } from "selfsigned";
import type { Config } from "../config.ts";
import { type KeptOptions, readIfThere, writeWhole } from "../secret-file.ts";
import { StorageError } from "../storage-problem.ts";
import { isCertificate, isPrivateKey } from "./pem.ts";

const CA_DAYS = 3650;
/** Browsers reject certificates that are valid for longer. */
const SERVER_DAYS = 397;
/** A certificate is renewed when it has less than this left. */
const RENEW_BEFORE_DAYS = 30;
const LOOPBACK = ["127.0.0.1", "::1"];

export interface ServerCertificate {
  cert: string;
  key: string;
  /** The authority's certificate, which clients must trust. */
  caFile: string;
}

interface KeyPair {
  cert: string;
  key: string;
}

/**
 * Copies the authority's certificate, which is not secret, to a place that every caller may read.
 * @throws Error a sentence, when the place cannot be written
 */
export async function copyAuthority(caFile: string, target: string): Promise<void> {
  const authority = await readFile(caFile);
  const copy = await readFile(target).catch(() => undefined);
  // An equal copy is not written again, because its readers reload it at each change.
  if (copy?.equals(authority)) return;
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeWhole(target, authority, 0o644);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      `TLS_CA_COPY_FILE ${target} cannot be written (${code}): name a file in a folder that is writable.`,
      {
        cause,
      },
    );
  }
}

/** The operator's own certificate if there is one, else the one stored in the directory. */
export function openCertificate(
  { hostnames, certFile, keyFile }: Omit<Config["tls"], "caCopyFile">,
  directory: string,
  now: Date,
  kept?: KeptOptions,
): Promise<ServerCertificate> {
  return certFile !== undefined && keyFile !== undefined
    ? readCertificate(certFile, keyFile)
    : ensureCertificate(directory, hostnames, now, kept);
}

async function readCertificate(certFile: string, keyFile: string): Promise<ServerCertificate> {
  const [cert, key] = await Promise.all([readFile(certFile, "utf8"), readFile(keyFile, "utf8")]);
  return { cert, key, caFile: certFile };
}

/**
 * A certificate for these host names and the loopback addresses, signed by an authority of this installation. Both are
 * stored in the directory and made when they are missing, near their end or for other names.
 * @throws StorageError for a file that is not as the program makes it, and for half of an authority
 */
export async function ensureCertificate(
  directory: string,
  hostnames: readonly string[],
  now: Date,
  { hasData, log }: KeptOptions = { hasData: false, log: console },
): Promise<ServerCertificate> {
  const names = [...new Set([...hostnames, ...LOOPBACK])];
  const caFile = join(directory, "ca.pem");
  let ca = await readPair(directory, "ca");
  let server = await readPair(directory, "server");
  if (ca === undefined || expiresSoon(ca.cert, now)) {
    if (hasData) log.warn(`${caFile} is made anew, so that callers must be given the new one`);
    ca = await makeAuthority(now);
    await writePair(directory, "ca", ca);
    server = undefined;
  }
  if (server === undefined || expiresSoon(server.cert, now) || !covers(server.cert, names) || !isSignedBy(server, ca)) {
    server = await makeServer(names, ca, now);
    await writePair(directory, "server", server);
  }
  return { ...server, caFile };
}

/** Undefined unless both files are there, because a first start may have been killed between them. */
async function readPair(directory: string, name: "ca" | "server"): Promise<KeyPair | undefined> {
  const [certFile, keyFile] = pairFiles(directory, name);
  const [cert, key] = await Promise.all([readIfThere(certFile), readIfThere(keyFile)]);
  if (cert !== undefined && !isCertificate(cert)) throw damaged(certFile, directory, name);
  if (key !== undefined && !isPrivateKey(key)) throw damaged(keyFile, directory, name);
  if (cert === undefined || key === undefined) return undefined;
  const certificate = new X509Certificate(cert);
  const isWhole = name === "server" || certificate.verify(certificate.publicKey);
  if (isWhole && certificate.checkPrivateKey(createPrivateKey(key))) return { cert, key };
  // A renewal that was killed leaves a new key with the old certificate.
  if (name === "server") return undefined;
  throw damaged(isWhole ? keyFile : certFile, directory, name);
}

const pairFiles = (directory: string, name: "ca" | "server") =>
  [join(directory, `${name}.pem`), join(directory, `${name}-key.pem`)] as const;

function damaged(file: string, directory: string, name: "ca" | "server"): StorageError {
  const both = pairFiles(directory, name).join(" and ");
  const effect = name === "ca" ? ", whose certificate all callers must be given" : "";
  return new StorageError(
    `${file} is damaged: copy ${both} from a backup (keys/tls/), or delete both, and new ones are made${effect}.`,
  );
}

async function writePair(directory: string, name: "ca" | "server", { cert, key }: KeyPair): Promise<void> {
  const [certFile, keyFile] = pairFiles(directory, name);
  await writeWhole(keyFile, key);
  await writeWhole(certFile, cert);
}

function expiresSoon(cert: string, now: Date): boolean {
  return Date.parse(new X509Certificate(cert).validTo) - now.getTime() < RENEW_BEFORE_DAYS * DAY_MS;
}

function covers(cert: string, names: readonly string[]): boolean {
  const certificate = new X509Certificate(cert);
  return names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined);
}

function isSignedBy(server: KeyPair, ca: KeyPair): boolean {
  return new X509Certificate(server.cert).verify(new X509Certificate(ca.cert).publicKey);
}

function validity(now: Date, days: number): SelfsignedOptions {
  return {
    keyType: "ec",
    algorithm: "sha256",
    // A little earlier, for clients with a slow clock.
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + days * DAY_MS),
  };
}

async function makeAuthority(now: Date): Promise<KeyPair> {
  const generated = await generate([{ name: "commonName", value: "Lamina local CA" }], {
    ...validity(now, CA_DAYS),
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: generated.cert, key: generated.private };
}

async function makeServer(names: readonly string[], ca: KeyPair, now: Date): Promise<KeyPair> {
  const generated = await generate([{ name: "commonName", value: names[0] ?? "localhost" }], {
    ...validity(now, SERVER_DAYS),
    ca,
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
  return { cert: generated.cert, key: generated.private };
}
