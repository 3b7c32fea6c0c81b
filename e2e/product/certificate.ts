import { generate } from "selfsigned";

/** A certificate for `localhost` and its authority, in PEM. */
interface LocalCertificate {
  authority: string;
  cert: string;
  key: string;
}

/** Certificates are checked by the machine's clock, and the programs of the journeys have another one. */
const ALWAYS_VALID = { notBeforeDate: new Date("2000-01-01"), notAfterDate: new Date("2100-01-01") };

/** Creates a certificate of a private authority. Clients must be configured to trust it. */
export async function localCertificate(): Promise<LocalCertificate> {
  const authority = await generate([{ name: "commonName", value: "Test authority" }], {
    keyType: "ec",
    algorithm: "sha256",
    ...ALWAYS_VALID,
    extensions: [{ name: "basicConstraints", cA: true, critical: true }],
  });
  const certificate = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    ...ALWAYS_VALID,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  return { authority: authority.cert, cert: certificate.cert, key: certificate.private };
}
