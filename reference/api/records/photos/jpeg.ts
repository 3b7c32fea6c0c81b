const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
/** Adobe's segment says how the colours are coded; the decoder needs it. */
const ADOBE = 0xee;
const FILL = 0xff;

const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Start of a frame: C0–CF without DHT, JPG and DAC (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * A JPEG without the data that describe it: EXIF with the place, XMP, comments, thumbnails, and what follows its end.
 * @returns undefined for bytes that are no whole JPEG, or one with a side longer than `maxSide` pixels
 */
export function withoutMetadata(jpeg: Uint8Array, maxSide: number): Uint8Array | undefined {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (jpeg[0] !== 0xff || jpeg[1] !== SOI) return undefined;
  const parts = [jpeg.subarray(0, 2)];
  let at = 2;
  let hasFrame = false;
  while (at + 4 <= jpeg.length || jpeg[at + 1] === EOI) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff) return undefined;
    if (marker === FILL) {
      at++;
      continue;
    }
    if (marker === EOI) return hasFrame ? Buffer.concat([...parts, jpeg.subarray(at, at + 2)]) : undefined;
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > jpeg.length) return undefined;
    if (isFrame(marker)) {
      if (end < at + 9 || !isWithin(view.getUint16(at + 5), maxSide) || !isWithin(view.getUint16(at + 7), maxSide))
        return undefined;
      hasFrame = true;
    }
    if (marker !== COM && (marker === ADOBE || !isApplication(marker))) parts.push(jpeg.subarray(at, end));
    at = end;
    if (marker !== SOS) continue;
    const scanEnd = endOfScan(jpeg, at);
    parts.push(jpeg.subarray(at, scanEnd));
    at = scanEnd;
  }
  return undefined;
}

const isWithin = (side: number, maxSide: number) => side > 0 && side <= maxSide;

/** The next marker after coded data, in which a byte FF is followed by 00 or by the number of a restart. */
function endOfScan(jpeg: Uint8Array, from: number): number {
  let at = from;
  while (at + 1 < jpeg.length) {
    const next = jpeg[at + 1] ?? 0;
    if (jpeg[at] === 0xff && next !== 0 && !isRestart(next)) return at;
    at++;
  }
  return jpeg.length;
}
