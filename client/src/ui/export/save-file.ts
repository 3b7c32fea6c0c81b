/** Hands a file to the person. Rejects when it could not be handed over; a person who changes their mind is no error. */
export type SaveFile = (file: File) => Promise<void>;

/** The object URL is needed until the browser has begun to read it. */
const URL_LIFETIME_MS = 60_000;

/** As the web does it: a download. */
export const downloadFile: SaveFile = async (file) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
};

/** As a phone does it: the sheet with the other apps, or a download where there is none for files. */
export const shareFile: SaveFile = async (file) => {
  if (!navigator.canShare?.({ files: [file] })) return downloadFile(file);
  try {
    await navigator.share({ files: [file], title: file.name });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
};
