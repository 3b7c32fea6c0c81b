import { generate } from "selfsigned";

export interface Certificate {
  cert: string;
  key: string;
}

/** A self-signed certificate for this machine, trusted by clients that take `cert` as `ca`. */
export async function makeCertificate(): Promise<Certificate> {
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
  return { cert, key };
}
