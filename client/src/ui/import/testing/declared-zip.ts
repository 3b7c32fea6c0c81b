/** A zip with one empty file, whose directory declares its name and its size before compression. */
export function declaredZip(name: string, size: number): Uint8Array {
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(4, 16);
  return Uint8Array.from(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), entry, end]));
}
