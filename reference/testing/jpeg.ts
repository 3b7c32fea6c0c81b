const WHITE_PIXEL = `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${"/".repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`;
const EOI = Buffer.from([0xff, 0xd9]);

/** A segment of a JPEG (ITU-T T.81, B.1.1.4). */
function segment(marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, Buffer.from(content, "latin1")]);
}

/** A JPEG of one white pixel, as browsers draw it. */
export const whitePixel: Buffer = Buffer.concat([Buffer.from(WHITE_PIXEL, "base64"), EOI]);

/** The same with what a phone adds: EXIF with the place, a comment, and data after the end. */
export const phonePhoto: Buffer = Buffer.concat([
  whitePixel.subarray(0, 2),
  segment(0xe1, "Exif\0\0 GPS -21.4,-47.8"),
  segment(0xfe, "comment"),
  whitePixel.subarray(2),
  Buffer.from("trailer with GPS"),
]);
