import type { PasskeyAsk } from "@lamina/shared/records/commands/passkey";
import { ApiError } from "../../api/error.ts";

/** The challenge for a passkey in an answer that asks for a proof. */
export function passkeyAskOf(error: unknown): PasskeyAsk | null {
  const { passkey } = (error instanceof ApiError ? (error.current ?? {}) : {}) as { passkey?: PasskeyAsk };
  return passkey ?? null;
}
