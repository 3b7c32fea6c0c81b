import { isNative } from "./platform.ts";

/** Sends a text with another app. @returns false where the device cannot; a cancellation by the user is not an error */
export async function shareText(title: string, text: string): Promise<boolean> {
  if (!isNative() && !navigator.share) return false;
  try {
    if (isNative()) await (await import("@capacitor/share")).Share.share({ title, text });
    else await navigator.share({ title, text });
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== "AbortError" && !/cancell?ed/i.test(message)) return false;
  }
  return true;
}
