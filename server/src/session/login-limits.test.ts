import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { AppOptions } from "../app.ts";
import type { Config } from "../config.ts";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";
import { hasValkey, Valkey } from "../testing/valkey.ts";
import { isLogin } from "./login.ts";

const RIGHT = "Y2VydG8=";
const WRONG = "ZXJyYWRv";
const MAX = 3;
const WINDOW_MS = 60_000;
let api: ScriptedApi;
let bff: Bff;
let now: number;

async function start(changes: Partial<Config> = {}, options: AppOptions = {}): Promise<Bff> {
  const config = { login: { maxFailures: MAX, windowMs: WINDOW_MS }, trustProxy: ["127.0.0.1"], ...changes };
  const started = await Bff.start(api, config, { clock: () => now, ...options });
  onTestFinished(() => started.stop());
  return started;
}

beforeEach(async () => {
  now = Date.now();
  api = await ScriptedApi.start();
  api.on("*", ({ body }, response) => sendJson(response, { token: body.includes(RIGHT) ? token() : "" }));
});
afterEach(() => api.stop());

async function login(
  UserName: string,
  ip: string,
  Password = WRONG,
  at = bff,
  Device?: string,
): Promise<"in" | "refused" | "limited"> {
  const headers = { "x-forwarded-for": ip };
  const { status, json } = await at.post("/api/Authentication/Login", { UserName, Password, Device }, { headers });
  if (status === 429) return "limited";
  return (json as { token: string }).token ? "in" : "refused";
}

/** Number of attempts that reach the API. */
async function reached(attempts: number, attempt: (index: number) => Promise<string>): Promise<number> {
  let count = 0;
  for (let index = 0; index < attempts; index++) if ((await attempt(index)) !== "limited") count += 1;
  return count;
}

const address = (index: number) => `203.0.${index >> 8}.${index & 255}`;

test("limits one address that tries many users", async () => {
  bff = await start();
  expect(await reached(60, (index) => login(`user${index}`, "203.0.113.9"))).toBe(10 * MAX);
  expect(await login("ana", "203.0.113.10", RIGHT)).toBe("in");
});

test("limits one user that is tried from many addresses", async () => {
  bff = await start();
  expect(await reached(40, (index) => login("ana", address(index)))).toBe(5 * MAX);
});

test("strangers do not lock out an address with an earlier success", async () => {
  bff = await start();
  expect(await login("ana", "198.51.100.7", RIGHT)).toBe("in");
  await reached(40, (index) => login("ana", address(index)));
  expect(await login("ana", "203.0.113.77", RIGHT)).toBe("limited");
  expect(await login("ana", "198.51.100.7")).toBe("refused");
  expect(await login("ana", "198.51.100.7", RIGHT)).toBe("in");
});

test("strangers do not lock out a device with an earlier success, at any address", async () => {
  bff = await start();
  const [own, other] = ["a-secret-of-the-device", "another-secret-of-it"];
  expect(await login("ana", "198.51.100.7", RIGHT, bff, own)).toBe("in");
  await reached(40, (index) => login("ana", address(index), WRONG, bff, other));
  expect(await login("ana", "203.0.113.77", RIGHT, bff, other)).toBe("limited");
  expect(await login("ana", "203.0.113.77", RIGHT, bff, own)).toBe("in");
  expect(await reached(MAX + 5, () => login("ana", "203.0.113.78", WRONG, bff, own))).toBe(MAX);
  expect(await login("bruno", "203.0.113.79", RIGHT, bff, own)).toBe("in");
});

test("failures of other users at an address do not lock out a user with an earlier success there", async () => {
  bff = await start();
  expect(await login("ana", "198.51.100.7", RIGHT)).toBe("in");
  await reached(40, (index) => login(`user${index}`, "198.51.100.7"));
  expect(await login("ana", "198.51.100.7", RIGHT)).toBe("in");
});

test.each([
  ["a port after the address", (index: number) => `203.0.113.9:${50_000 + index}`],
  ["hosts of one network", (index: number) => `2001:db8:1:2::${index.toString(16)}`],
  ["rubbish", (index: number) => `rubbish-${index}`],
])("%s does not count as another address", async (_what, ip) => {
  bff = await start();
  expect(await reached(20, (index) => login("ana", ip(index)))).toBe(MAX);
});

test("with TRUST_PROXY=true uses the address that the proxy wrote, not the first of the list", async () => {
  bff = await start({ trustProxy: true });
  expect(await reached(20, (index) => login("ana", `${address(index)}, 198.51.100.7`))).toBe(MAX);
});

test("invisible characters in a name make no other user", async () => {
  bff = await start();
  const spellings = [
    "vitima",
    "VITIMA",
    " vitima\t",
    "vitima\0",
    "viti\u200bma",
    "vi\u00adtima",
    "\ufeffvitima",
    "ｖitima",
  ];
  expect(await reached(spellings.length, (index) => login(spellings[index] ?? "", "203.0.113.9"))).toBe(MAX);
});

test("invented names from any address unblock no user", async () => {
  bff = await start();
  await reached(MAX, () => login("ana", "203.0.113.9"));
  for (let index = 0; index < 2_000; index += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, more) => login(`junk${index + more}`, address(index + more))));
  }
  expect(await login("ana", "203.0.113.9")).toBe("limited");
});

test("refuses a login over the size limit before it is parsed", async () => {
  bff = await start();
  const body = `{"UserName":"ana","Password":"x","more":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
  const reply = await bff.ask("/api/Authentication/Login", { method: "POST", body });
  expect(reply.status).toBe(413);
});

test("recognizing a login takes time linear in the length of the URL", () => {
  const spent = (length: number) => {
    const path = `/Authentication${"/;".repeat(length)}/x`;
    const times = Array.from({ length: 9 }, () => {
      const start = performance.now();
      for (let round = 0; round < 20; round++) isLogin("POST", path);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  spent(500);
  // Sixteen times the length: 16 for linear time, 256 for quadratic.
  expect(spent(8_000) / spent(500)).toBeLessThan(64);
});

describe.skipIf(!hasValkey && !process.env.CI)("several BFFs with one Valkey", () => {
  let valkey: Valkey;
  beforeAll(async () => {
    valkey = await Valkey.start();
  });
  afterAll(() => valkey.remove());

  test("count together, remember together, and count separately while it is down", async () => {
    const cache = { ttlMs: 0, maxBytes: 0, staleIfErrorMs: 0, valkeyUrl: valkey.url };
    bff = await start({ cache });
    const other = await start({ cache });
    for (const { app } of [bff, other]) await expect.poll(() => app.valkey?.usable).toBe(true);
    expect(await login("ana", "198.51.100.7", RIGHT)).toBe("in");
    expect(await reached(20, (index) => login("bruno", "203.0.113.9", WRONG, index % 2 ? bff : other))).toBe(MAX);
    await reached(40, (index) => login("ana", address(index)));
    expect(await login("ana", "203.0.113.77", RIGHT, other)).toBe("limited");
    expect(await login("ana", "198.51.100.7", RIGHT, other)).toBe("in");
    await valkey.stop();
    expect(await reached(20, () => login("carla", "203.0.113.9"))).toBe(MAX);
    expect(await login("bruno", "203.0.113.9")).not.toBe("in");
  });
});
