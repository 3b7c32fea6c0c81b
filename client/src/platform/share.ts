/** How a share ended. */
export type ShareOutcome = "shared" | "copied" | "cancelled" | "unavailable";

/** Offers text or an address to the device's other apps; where it cannot, copies it. */
export async function share(content: { title: string; text?: string; url?: string }): Promise<ShareOutcome> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share(content);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
    }
  }
  return (await copyText([content.text, content.url].filter(Boolean).join("\n"))) ? "copied" : "unavailable";
}

/** Puts a text on the clipboard. False where the browser has none to offer, as on a page without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
