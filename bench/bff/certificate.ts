import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificate } from "../../scripts/testing/certificate.ts";

/** Writes a certificate of this machine, which is its own authority, and its key to a folder. */
export async function writeCertificate(folder: string): Promise<{ certFile: string; keyFile: string }> {
  const { cert, key } = await makeCertificate();
  const [certFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "certificate.key")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return { certFile, keyFile };
}
