import { isIP } from "node:net";
import { generate } from "selfsigned";

export interface Certificate {
  cert: string;
  key: string;
}

/** A self-signed certificate for these names, trusted by clients that take `cert` as `ca`. */
export async function makeCertificate(names: readonly string[] = ["localhost", "127.0.0.1"]): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      {
        name: "subjectAltName",
        altNames: names.map((name) =>
          isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
        ),
      },
    ],
  });
  return { cert, key };
}
