import { generate } from "selfsigned";
import { ALWAYS_VALID } from "../../scripts/testing/certificate.ts";

/** A certificate for `localhost` and its authority, in PEM. */
interface LocalCertificate {
  authority: string;
  cert: string;
  key: string;
}

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
