import { isNative } from "../platform/platform.ts";
import { canShareFiles, shareFile, shareFromPage } from "../platform/share-file.ts";
import { downloadFile, type SaveFile } from "../ui/export/save-file.ts";

/** Saves a file the way the device can: the app's web view has no downloads. */
export const saveFile: SaveFile = (file) => (isNative() ? shareFile(file) : downloadFile(file));

/** Sends a file with another app, such as mail or a messenger; undefined where the browser cannot share files. */
export const sendFile: SaveFile | undefined = isNative() || !canShareFiles() ? undefined : shareFromPage;
