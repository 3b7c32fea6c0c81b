import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Body sizes of the API's answers, in kilobytes. */
export const SIZES = [1, 20, 200] as const;
export type Size = (typeof SIZES)[number];

export const ENCODINGS = ["identity", "gzip", "br"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The API's path for an answer of one size. */
export const pathOf = (size: Size) => `/Bench/Get${size}`;

/** JSON like that of sensor readings, about `size` kilobytes, identical on each call. */
export function sample(size: Size): Buffer {
  const readings: object[] = [];
  let seed = 20_261_122 + size;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let length = 2; length < size * 1_000; length += 1) {
    const reading = {
      _id: Math.floor(random() * 2 ** 40).toString(16),
      sensorId: `sensor-${Math.floor(random() * 40)}`,
      date: new Date(1_790_000_000_000 + readings.length * 300_000).toISOString(),
      soilMoisture: Number((20 + random() * 20).toFixed(2)),
      airTemperature: Number((15 + random() * 20).toFixed(1)),
      status: random() < 0.95 ? "ok" : "out of range",
    };
    readings.push(reading);
    length += JSON.stringify(reading).length;
  }
  return Buffer.from(JSON.stringify(readings));
}

/** The sample as a server with prepared bytes sends it. */
export function encoded(size: Size, encoding: Encoding): Buffer {
  const body = sample(size);
  if (encoding === "gzip") return gzipSync(body);
  if (encoding === "br") return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return body;
}

/** A token of about 300 bytes for one of the users, without a valid signature. */
export function token(user: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  return `${part({ alg: "none", typ: "JWT" })}.${part({ name: `user-${user}`, roles: ["ViewAll"], exp, jti: "j".repeat(110) })}.${"s".repeat(43)}`;
}
