import { isNative } from "../platform.ts";

/**
 * Asks the browser to keep the store of the device when it runs out of room, or after days without a visit. The phone's
 * app keeps its own.
 * @returns false when the browser may delete the store
 */
export async function keepStore(): Promise<boolean> {
  if (isNative()) return true;
  try {
    const { storage } = navigator;
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    // An older browser cannot be asked, and deletes as it likes.
    return false;
  }
}
