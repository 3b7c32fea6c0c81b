import { deviceOf } from "@lamina/shared/access/device-name";
import type { PasskeyAsk, PasskeyProof, PasskeyStart } from "@lamina/shared/records/commands/passkey";
import { isNative } from "../platform.ts";

const TIMEOUT_MS = 60_000;
const ALGORITHMS = { EdDSA: -8, ES256: -7, RS256: -257 } as const;
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** No browser makes passkeys for the page of an IP address. */
const isAddress = (host: string) => /^[\d.]+$|:/.test(host);

/** Whether this device can verify its person for this page. The phone's app has no page of the server's domain. */
export async function canUsePasskeys(host = location.hostname): Promise<boolean> {
  if (isNative() || typeof PublicKeyCredential === "undefined" || isAddress(host)) return false;
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/** The name of this device in a list; empty if it names none. */
export const thisDevice = (): string => deviceOf(navigator.userAgent);

/** Makes a passkey on this device, which verifies its person. @throws Error when the person or the device refuses */
export async function makePasskey({ challenge, rpId, user, excluded }: PasskeyStart) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const made = await startRegistration({
    optionsJSON: {
      ...{ challenge, user, rp: { id: rpId, name: "Lâmina" }, timeout: TIMEOUT_MS, attestation: "none" },
      pubKeyCredParams: Object.values(ALGORITHMS).map((alg) => ({ alg, type: "public-key" })),
      excludeCredentials: excluded.map((one) => ({ ...one, type: "public-key" })),
      authenticatorSelection: {
        ...{ authenticatorAttachment: "platform", residentKey: "discouraged", userVerification: "required" },
      },
    },
  });
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  const known = TRANSPORTS.filter((one) => transports.some((named) => named === one));
  return { id: made.id, transports: known, clientDataJSON, attestationObject };
}

/** Lets this device verify its person. @throws Error when the person or the device refuses */
export async function provePasskey({ challenge, rpId, allowed }: PasskeyAsk): Promise<PasskeyProof> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, response } = await startAuthentication({
    optionsJSON: {
      ...{ challenge, rpId, timeout: TIMEOUT_MS, userVerification: "required" },
      allowCredentials: allowed.map((one) => ({ ...one, type: "public-key" })),
    },
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}
