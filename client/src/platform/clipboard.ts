/** Copies a text to the clipboard. @returns false when the browser offers no clipboard, as on a page without TLS */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
