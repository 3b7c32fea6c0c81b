import { deviceStorage } from "../storage.ts";

/** Ids of the passkeys that this device has made or used. */
const OWN = "passkeys";

function ownPasskeys(): string[] {
  return (deviceStorage.read(OWN) ?? "").split(" ").filter(Boolean);
}

/** Whether this device has made or used one of these passkeys. */
export const isOwnPasskey = (...ids: string[]): boolean => ids.some((id) => ownPasskeys().includes(id));

export function rememberPasskey(id: string): void {
  if (!isOwnPasskey(id)) deviceStorage.write(OWN, [...ownPasskeys(), id].join(" "));
}
