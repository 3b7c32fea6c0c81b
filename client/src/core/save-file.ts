import { isNative } from "../platform/platform.ts";
import { shareFile } from "../platform/share-file.ts";
import { downloadFile, type SaveFile } from "../ui/export/save-file.ts";

/** Hands a file over as the device does it: the app's web view knows no downloads. */
export const saveFile: SaveFile = (file) => (isNative() ? shareFile(file) : downloadFile(file));
