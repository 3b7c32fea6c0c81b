import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { PasskeyProof } from "@lamina/shared/records/commands/passkey";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What a test makes wrong. */
interface Odd {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
}

/** A platform authenticator in software: keys of ES256, and the form of WebAuthn, level 2. */
export function createAuthenticator(origin: string, rpId: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let counter = 0;

  function clientData(type: string, challenge: string, odd: Odd): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: odd.origin ?? origin, crossOrigin: false }));
  }

  function authenticatorData(flags: number, odd: Odd, credential = Buffer.alloc(0)): Buffer {
    counter = odd.counter ?? counter + 1;
    const head = Buffer.alloc(5);
    head[0] = flags | USER_PRESENT | (odd.isVerified === false ? 0 : USER_VERIFIED);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([digest(Buffer.from(odd.rpId ?? rpId)), head, credential]);
  }

  return {
    id,
    /** The answer to `POST /User/StartPasskey`. */
    make(challenge: string, odd: Odd = {}) {
      // {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: a key of the curve P-256 for ES256 (RFC 9053, 7.1.1).
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x, "base64url")),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, "base64url")),
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0]), cborText("authData")],
        cborBytes(authenticatorData(HAS_CREDENTIAL, odd, credential)),
      ]);
      return {
        id,
        transports: ["internal"],
        clientDataJSON: clientData("webauthn.create", challenge, odd).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      };
    },
    /** The answer to a challenge for a proof. */
    prove(challenge: string, odd: Odd = {}): PasskeyProof {
      const client = clientData("webauthn.get", challenge, odd);
      const data = authenticatorData(0, odd);
      const signature = sign("sha256", Buffer.concat([data, digest(client)]), privateKey);
      return {
        id,
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      };
    },
  };
}

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** A byte string of 24 to 255 bytes (RFC 8949, 3.1). */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** A text of up to 23 bytes. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
