import { isNative } from "../platform/platform.ts";
import { shareFile } from "../platform/share-file.ts";
import { downloadFile, type SaveFile } from "../ui/export/save-file.ts";

/** Saves a file the way the device can: the app's web view has no downloads. */
export const saveFile: SaveFile = (file) => (isNative() ? shareFile(file) : downloadFile(file));
