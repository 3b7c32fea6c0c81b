import { isNative } from "./platform.ts";

/** Folder of shared files in the app's cache. The other apps read them there, so they stay until the session ends. */
const FOLDER = "exports";

/**
 * Shares a file with the phone's other apps. The web view has no downloads and, on Android, no file sharing, so the
 * file goes through the app's cache folder. A cancellation by the user is not an error.
 */
export async function shareFile(file: File): Promise<void> {
  const [{ Filesystem, Directory }, { Share }] = await Promise.all([
    import("@capacitor/filesystem"),
    import("@capacitor/share"),
  ]);
  const data = await toBase64(file);
  const path = `${FOLDER}/${file.name}`;
  const { uri } = await Filesystem.writeFile({ path, data, directory: Directory.Cache, recursive: true });
  try {
    await Share.share({ title: file.name, files: [uri] });
  } catch (error) {
    if (!/cancell?ed/i.test((error as Error).message)) throw error;
  }
}

/** Deletes the files that the phone's app has shared. */
export async function eraseShared(): Promise<void> {
  if (!isNative()) return;
  const { Filesystem, Directory } = await import("@capacitor/filesystem");
  const folder = { path: FOLDER, directory: Directory.Cache };
  // Its deletion fails without a folder, and without a shared file there is none.
  const isThere = await Filesystem.stat(folder).catch(() => undefined);
  if (isThere) await Filesystem.rmdir({ ...folder, recursive: true });
}

/** Whether the browser can share files with other apps, as on most phones. */
export function canShareFiles(): boolean {
  return navigator.canShare?.({ files: [new File(["x"], "x.csv", { type: "text/csv" })] }) ?? false;
}

/** Shares a file from the page with another app. A cancellation by the user is not an error. */
export async function shareFromPage(file: File): Promise<void> {
  try {
    await navigator.share({ title: file.name, files: [file] });
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
  }
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `data:text/csv;base64,…`
    reader.onload = () => resolve(String(reader.result).split(",", 2)[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
