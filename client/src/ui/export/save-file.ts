import { MINUTE_MS } from "@lamina/shared/core/time";
/** Saves or shares a file. Rejects on a failure. A cancellation by the user is not an error. */
export type SaveFile = (file: File) => Promise<void>;

/** The object URL is needed until the browser has started to read it. */
const URL_LIFETIME_MS = MINUTE_MS;

/** The method of the web: a download. */
export const downloadFile: SaveFile = async (file) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
};
