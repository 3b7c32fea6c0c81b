import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";

/** Writes a certificate of this machine, which is its own authority, and its key to a folder. */
export async function writeCertificate(folder: string): Promise<{ certFile: string; keyFile: string }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  const [certFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "certificate.key")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return { certFile, keyFile };
}
