import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";

/** Whether a text is a certificate in PEM. */
export function isCertificate(pem: string): boolean {
  return succeeds(() => new X509Certificate(pem));
}

/** Whether a text is a private key in PEM. */
export function isPrivateKey(pem: string): boolean {
  return succeeds(() => createPrivateKey(pem));
}

/** The faults of an operator's certificate and key, a sentence each; none when they can be served. */
export function pairFaults(certFile: string, keyFile: string): string[] {
  const cert = readPem("TLS_CERT_FILE", certFile, "certificate", (pem) => new X509Certificate(pem));
  const key = readPem("TLS_KEY_FILE", keyFile, "private key", createPrivateKey);
  const faults = [cert, key].flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) return faults;
  const isPair = succeeds(() => createSecureContext({ cert: cert.pem, key: key.pem }));
  return isPair ? [] : ["TLS_KEY_FILE: is not the key of TLS_CERT_FILE"];
}

/** The faults of an operator's file of certificates, a sentence each. */
export function authorityFaults(variable: string, path: string): string[] {
  const { fault } = readPem(variable, path, "certificate", (pem) => new X509Certificate(pem));
  return fault === undefined ? [] : [fault];
}

function readPem(variable: string, path: string, what: string, parse: (pem: string) => unknown) {
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (error) {
    return { fault: `${variable}: ${unreadable(path, error)}` };
  }
  return succeeds(() => parse(pem)) ? { pem } : { fault: `${variable}: ${path} contains no ${what} in PEM` };
}

/** The reason why a file cannot be read, with its path. */
export function unreadable(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return `there is no file ${path}`;
  if (code === "EACCES") return `${path} may not be read by user ${process.getuid?.()}`;
  return code === "EISDIR" ? `${path} is a folder` : `cannot read ${path}`;
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
