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
