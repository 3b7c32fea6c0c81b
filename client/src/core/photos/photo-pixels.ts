/**
 * The pixels of a picture, reduced on a canvas to a longest side, as red, green, blue and opacity of each. Nothing leaves the device.
 * @throws Error for a file that this browser cannot read as a picture
 */
export async function photoPixels(file: Blob, longestSide: number): Promise<Uint8ClampedArray> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  } finally {
    picture.close();
  }
}
