import type { ConfirmPasskey, PasskeyProof } from "@lamina/shared/records/commands/passkey";
import type * as z from "zod";
import type { PasskeySite } from "../../../core/config/passkey-site.ts";
import type { passkeys } from "../../../schema/identity.ts";

type Row = typeof passkeys.$inferSelect;
type MadePasskey = Pick<Row, "credentialId" | "publicKey" | "counter" | "transports">;
type Expected = PasskeySite & { challenge: string };

const expectationsOf = ({ origins, rpId, challenge }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: rpId,
  requireUserVerification: true,
});

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

/** The new counter of a passkey that verified its person for a challenge; undefined for any other proof. */
export async function counterOf(proof: PasskeyProof, row: Row, expected: Expected): Promise<number | undefined> {
  const { id, ...response } = proof;
  // Loaded when it is needed, because its libraries take memory that most installations have no use for.
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
      credential: { id, publicKey: bytesOf(row.publicKey), counter: row.counter },
      ...expectationsOf(expected),
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** What a device made for a challenge, to be stored; undefined where it is not right, or its person was not verified. */
export async function readNewPasskey(
  answer: Omit<z.output<typeof ConfirmPasskey>, "name">,
  expected: Expected,
): Promise<MadePasskey | undefined> {
  const { id, transports, ...response } = answer;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    // None is asked for. A certificate would make the library fetch the lists that it names.
    const attestation = decodeAttestationObject(bytesOf(response.attestationObject));
    const hasCertificate = attestation.get("attStmt").get("x5c") !== undefined;
    if (hasCertificate || !["none", "packed"].includes(attestation.get("fmt"))) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
      ...expectationsOf(expected),
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString("base64url");
    return { credentialId: credential.id, publicKey, counter: credential.counter, transports };
  } catch {
    return undefined;
  }
}
