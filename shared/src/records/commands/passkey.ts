import * as z from "zod";
import { Id, Moment, Name } from "../../core/record.ts";

/** Bytes in base64url without padding, as WebAuthn's JSON has them. */
const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/);
const CredentialId = bytes(1400);

const Transport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);
const Credential = z.object({ id: CredentialId, transports: z.array(Transport).max(Transport.options.length) });

/** A passkey (WebAuthn) of the caller: the biometry of one of their devices. */
export const Passkey = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Moment,
  lastUsedAt: Moment.nullable(),
  /** By which a device knows its own. */
  credentialId: CredentialId,
});
export type Passkey = z.infer<typeof Passkey>;

/** Body of `POST /User/StartPasskey`: the current password, as base64 of UTF-8 bytes. */
export const StartPasskey = z.object({ current: z.string().max(4096) });
/** Reply: what the device makes a passkey for. The challenge is valid once, for some minutes. */
export const PasskeyStart = z.object({
  challenge: bytes(100),
  /** The domain of the app. */
  rpId: z.string(),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  /** Of the caller's other passkeys, so that a device does not make a second one. */
  excluded: z.array(Credential),
});
export type PasskeyStart = z.infer<typeof PasskeyStart>;

/** Body of `POST /User/ConfirmPasskey`: the name of the device, and what it answered. */
export const ConfirmPasskey = z.object({
  name: Name,
  ...Credential.shape,
  clientDataJSON: bytes(4096),
  attestationObject: bytes(8192),
});
/** Body of `POST /User/EndPasskey`. */
export const EndPasskey = z.object({ _id: Id, current: z.string().max(4096) });

/** `current.passkey` of an answer that asks for a proof. The challenge is valid once, for some minutes. */
export const PasskeyAsk = z.object({ challenge: bytes(100), rpId: z.string(), allowed: z.array(Credential) });
export type PasskeyAsk = z.infer<typeof PasskeyAsk>;

/** What the device answered to a {@link PasskeyAsk}. */
export const PasskeyProof = z.object({
  id: CredentialId,
  clientDataJSON: bytes(4096),
  authenticatorData: bytes(4096),
  signature: bytes(2048),
});
export type PasskeyProof = z.infer<typeof PasskeyProof>;
