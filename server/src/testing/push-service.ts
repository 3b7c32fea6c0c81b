import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { jwtVerify } from "jose";
import { type Certificate, makeCertificate } from "../../../scripts/testing/certificate.ts";

/** A message as the browser's service worker gets it. */
interface Pushed {
  browser: string;
  headers: IncomingHttpHeaders;
  data: { id: string };
  /** Claims of the verified token of RFC 8292, and the key that verified it. */
  vapid: { aud?: unknown; sub?: unknown; exp?: unknown; key: string };
}

/** The browsers of a test and their push service, over TLS. It decrypts with the browsers' keys, independently of the product. */
export class PushService {
  readonly certificate: Certificate;
  readonly #server: Server;
  readonly #browsers = new Map<string, ReturnType<typeof makeKeys>>();
  readonly pushed: Pushed[] = [];
  /** Answers of the next requests, the first first; without one it takes the message. Status 0: it never answers. */
  readonly answers: { status: number; headers?: Record<string, string> }[] = [];
  requests = 0;

  private constructor(certificate: Certificate) {
    this.certificate = certificate;
    this.#server = createServer(certificate, async (request, response) => {
      this.requests += 1;
      const body = await buffer(request);
      const { status, headers } = this.answers.shift() ?? { status: 201 };
      if (status === 0) return;
      const browser = (request.url ?? "").slice(1);
      if (status === 201) this.pushed.push(await this.#open(browser, request.headers, body));
      response.writeHead(status, headers).end();
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService(await makeCertificate());
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** What `pushManager.subscribe` gives the page of a browser. */
  subscribe(browser: string) {
    const keys = this.#browsers.get(browser) ?? makeKeys();
    this.#browsers.set(browser, keys);
    const { ecdh, auth } = keys;
    return {
      kind: "web",
      endpoint: `https://localhost:${this.port}/${browser}`,
      keys: { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") },
    };
  }

  /** The contents that a browser got, in order, without their ids. */
  of(browser: string): unknown[] {
    return this.#to(browser).map(({ id: _id, ...content }) => content);
  }

  /** The ids of those contents. */
  idsOf(browser: string): string[] {
    return this.#to(browser).map(({ id }) => id);
  }

  #to(browser: string) {
    return this.pushed.filter((one) => one.browser === browser).map(({ data }) => data);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #open(browser: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Pushed> {
    const keys = this.#browsers.get(browser);
    if (!keys) throw new Error(`no browser ${browser}`);
    const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
    const point = Buffer.from(key, "base64url");
    const [x = "", y = ""] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    // Its tests have clocks of their own.
    const { payload } = await jwtVerify(token, publicKey, { currentDate: new Date(0) });
    const data = JSON.parse(decrypt(body, keys).toString()) as Pushed["data"];
    return { browser, headers, data, vapid: { ...payload, key } };
  }
}

function makeKeys() {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

/** RFC 8291 (3.4) and RFC 8188 (2) as the receiver. */
function decrypt(body: Buffer, { ecdh, auth }: ReturnType<typeof makeKeys>): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const serverKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), serverKey]);
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(serverKey), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const cipher = createDecipheriv("aes-128-gcm", key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}
