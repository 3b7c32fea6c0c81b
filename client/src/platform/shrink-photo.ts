/** Longest sides and qualities to try, the best first. */
const ATTEMPTS = [
  [1600, 0.8],
  [1600, 0.6],
  [1280, 0.6],
  [1024, 0.5],
  [800, 0.4],
] as const;

/**
 * A smaller copy of a picture as JPEG, upright and without its metadata.
 * @param maxBytes of the copy
 * @returns base64
 * @throws Error for a file that this browser cannot read as a picture
 */
export async function shrinkPhoto(file: Blob, maxBytes: number): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    for (const [side, quality] of ATTEMPTS) {
      const blob = await draw(picture, side, quality);
      if (blob.size <= maxBytes) return await base64Of(blob);
    }
  } finally {
    picture.close();
  }
  throw new Error("the picture stays too large");
}

/**
 * Pixels of a picture, reduced to a longest side, as red, green, blue and opacity of each. Nothing leaves the device.
 * @throws Error for a file that this browser cannot read as a picture
 */
export async function photoPixels(file: Blob, longestSide: number): Promise<Uint8ClampedArray> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    // Each is a pixel of the picture itself, because a mean of leaf and soil counts as green.
    const { canvas, context } = scaled(picture, longestSide, { smooth: false });
    if (!context) throw new Error("no canvas");
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  } finally {
    picture.close();
  }
}

function scaled(picture: ImageBitmap, side: number, { smooth }: { smooth: boolean }) {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (context) context.imageSmoothingEnabled = smooth;
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

function draw(picture: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const { canvas } = scaled(picture, side, { smooth: true });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/jpeg", quality);
  });
}

/** The content of a file in base64. */
function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
