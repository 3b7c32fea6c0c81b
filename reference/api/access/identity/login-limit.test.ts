import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase } from "../../../testing/pglite.ts";
import { postgresAvailable, startPostgres } from "../../../testing/postgres.ts";
import { type OpenDatabase, openDatabase } from "../../core/database/open.ts";
import { knownLogins, loginFailures } from "../../schema/login-limits.ts";
import { createLoginCounters } from "./login-counters.ts";
import { ADDRESS_FACTOR, createLoginLimit, NAME_FACTOR } from "./login-limit.ts";

const MAX_FAILURES = 3;
const MAX_FAILURES_OF_ADDRESS = ADDRESS_FACTOR * MAX_FAILURES;
const START = Date.parse("2026-05-14T12:00:00Z");

const wrong = async () => undefined;
const right = async () => "token";

async function openOnPostgres(): Promise<OpenDatabase> {
  const server = await startPostgres();
  const opened = await openDatabase({ url: await server.createMigratedDatabase() });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await server.stop();
    },
  };
}

const databases = [
  { name: "PGlite", open: openTestDatabase, isThere: true },
  { name: "PostgreSQL", open: openOnPostgres, isThere: postgresAvailable || Boolean(process.env.CI) },
];

describe.each(databases.filter(({ isThere }) => isThere))("limits of failed logins on $name", ({ open }) => {
  let opened: OpenDatabase;
  const time = { at: START };
  const clock = { now: () => new Date(time.at) };
  /** As of another process on the same database. */
  const newLimit = () => createLoginLimit(clock, MAX_FAILURES, createLoginCounters(opened.database, "secret"));

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  beforeEach(async () => {
    time.at = START;
    await opened.database.delete(loginFailures);
    await opened.database.delete(knownLogins);
  });

  it("rejects guesses at a login without verifying them, in any spelling, until the window ends", async () => {
    const limit = newLimit();
    for (let guess = 0; guess < MAX_FAILURES; guess++)
      expect(await limit.guess({ userName: "ana" }, wrong)).toBeUndefined();
    const prove = vi.fn(right);
    for (const name of ["ana", "ANA", " ana "])
      await expect(limit.guess({ userName: name }, prove)).rejects.toMatchObject({ statusCode: 429, retryAfter: 900 });
    expect(prove).not.toHaveBeenCalled();
    expect(await limit.guess({ userName: "bruno" }, prove)).toBe("token");
    time.at += 15 * 60_000;
    expect(await limit.guess({ userName: "ana" }, prove)).toBe("token");
  });

  it("counts the guesses of strangers apart from those of a person with a token", async () => {
    const limit = newLimit();
    const stranger = { userName: "ana", address: "203.0.113.9" };
    for (let guess = 0; guess < MAX_FAILURES; guess++) await limit.guess(stranger, wrong);
    await expect(limit.guess(stranger, right)).rejects.toMatchObject({ statusCode: 429 });
    expect(await limit.guess({ userName: "ana" }, right)).toBe("token");
  });

  it("counts the guesses of all processes together, also after a restart", async () => {
    const limits = [newLimit(), newLimit()];
    for (let guess = 0; guess < MAX_FAILURES; guess++) await limits[guess % 2]?.guess({ userName: "ana" }, wrong);
    for (const limit of [...limits, newLimit()])
      await expect(limit.guess({ userName: "ana" }, right)).rejects.toMatchObject({ statusCode: 429 });
  });

  it("counts simultaneous guesses, and resets the count after a right one", async () => {
    const limits = [newLimit(), newLimit()];
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => limits[index % 2]?.guess({ userName: "ana" }, wrong)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_FAILURES);
    const [limit = newLimit()] = limits;
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < MAX_FAILURES - 1; guess++) await limit.guess({ userName: "bruno" }, wrong);
      expect(await limit.guess({ userName: "bruno" }, right)).toBe("token");
    }
  });

  it("limits simultaneous verifications over all logins, and does not count an outage as a guess", async () => {
    const limit = newLimit();
    let end = () => {};
    const held = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
    const verify = vi.fn(() => held);
    const running = Array.from({ length: 64 }, (_, index) => limit.guess({ userName: `pessoa-${index}` }, verify));
    await vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(64));
    await expect(limit.guess({ userName: "mais-uma" }, wrong)).rejects.toMatchObject({
      statusCode: 429,
      retryAfter: 2,
    });
    end();
    await Promise.all(running);
    const away = () => Promise.reject(new Error("away"));
    for (let guess = 0; guess < 2 * MAX_FAILURES; guess++)
      await expect(limit.guess({ userName: "ana" }, away)).rejects.toThrow("away");
    expect(await limit.guess({ userName: "ana" }, right)).toBe("token");
  });

  it("limits guesses at many logins from one address, or from one IPv6 network", async () => {
    const limit = newLimit();
    const guess = (index: number, address: string) => limit.guess({ userName: `pessoa-${index}`, address }, wrong);
    for (let index = 0; index < MAX_FAILURES_OF_ADDRESS; index++) await guess(index, `2001:db8::${index.toString(16)}`);
    await expect(guess(-1, "2001:db8:0:0:ffff::1")).rejects.toMatchObject({ statusCode: 429, retryAfter: 900 });
    expect(await guess(-1, "2001:db8:0:1::1")).toBeUndefined();
    expect(await guess(-1, "::ffff:192.0.2.1")).toBeUndefined();
    expect(await limit.guess({ userName: "ana" }, right)).toBe("token");
    // The refused guess did not count for its name.
    expect(await limit.guess({ userName: "pessoa--1" }, right)).toBe("token");
  });

  it("does not count right guesses of an address", async () => {
    const limit = newLimit();
    const address = "192.0.2.1";
    for (let index = 0; index <= MAX_FAILURES_OF_ADDRESS; index++)
      expect(await limit.guess({ userName: `pessoa-${index}`, address }, right)).toBe("token");
  });

  it("lets a user in from an address with an earlier success, at any process, while strangers guess", async () => {
    const own = { userName: "ana", address: "192.0.2.1" };
    await newLimit().guess(own, right);
    const stranger = { userName: "ana", address: "198.51.100.1" };
    for (let guess = 0; guess < MAX_FAILURES; guess++) await newLimit().guess(stranger, wrong);
    await expect(newLimit().guess(stranger, right)).rejects.toMatchObject({ statusCode: 429 });
    expect(await newLimit().guess(own, right)).toBe("token");
    for (let guess = 0; guess < MAX_FAILURES; guess++) await newLimit().guess(own, wrong);
    await expect(newLimit().guess(own, right)).rejects.toMatchObject({ statusCode: 429 });
  });

  it("lets a right password in from a new address after a stranger's guesses, which remain bounded", async () => {
    const limit = newLimit();
    const from = (address: string) => ({ userName: "ana", address });
    let verified = 0;
    const attempt = (address: string) => limit.guess(from(address), async () => void verified++).catch(() => undefined);
    for (let guess = 0; guess < 30; guess++) await attempt("198.51.100.1");
    expect(verified).toBe(MAX_FAILURES);
    expect(await limit.guess(from("192.0.2.7"), right)).toBe("token");
    for (let guess = 0; guess < 100; guess++) await attempt(`203.0.113.${guess}`);
    expect(verified).toBe(NAME_FACTOR * MAX_FAILURES);
    await expect(limit.guess(from("192.0.2.8"), right)).rejects.toMatchObject({ statusCode: 429, retryAfter: 900 });
  });

  it("lets a user in on a device with an earlier success, from any address, while many strangers guess", async () => {
    const DEVICE = "0123456789abcdef0123456789abcdef";
    await newLimit().guess({ userName: "ana", address: "192.0.2.1", device: DEVICE }, right);
    for (let guess = 0; guess < NAME_FACTOR * MAX_FAILURES; guess++)
      await newLimit().guess({ userName: "ana", address: `203.0.113.${guess}`, device: `invented-${guess}` }, wrong);
    const away = { userName: "ana", address: "198.51.100.9" };
    await expect(newLimit().guess(away, right)).rejects.toMatchObject({ statusCode: 429 });
    await expect(newLimit().guess({ ...away, device: `${DEVICE}0` }, right)).rejects.toMatchObject({ statusCode: 429 });
    expect(await newLimit().guess({ ...away, device: DEVICE }, right)).toBe("token");
    // A device that is known for one person has no guesses at another.
    for (let guess = 0; guess < NAME_FACTOR * MAX_FAILURES; guess++)
      await newLimit().guess({ userName: "bruno", address: `203.0.114.${guess}` }, wrong);
    const bruno = { userName: "bruno", address: "198.51.100.10", device: DEVICE };
    await expect(newLimit().guess(bruno, right)).rejects.toMatchObject({ statusCode: 429 });
    const taken = { ...away, address: "198.51.100.11", device: DEVICE };
    for (let guess = 0; guess < MAX_FAILURES; guess++) await newLimit().guess(taken, wrong);
    await expect(newLimit().guess(taken, right)).rejects.toMatchObject({ statusCode: 429 });
  });

  it("needs no space for invented names, and stores no name or address", async () => {
    const limit = newLimit();
    for (let index = 0; index < 20; index++)
      await limit.guess({ userName: `inventado-${index}`, address: "192.0.2.9" }, wrong);
    await limit.guess({ userName: "ana", address: "192.0.2.1" }, right);
    const rows = [
      ...(await opened.database.select().from(loginFailures)),
      ...(await opened.database.select().from(knownLogins)),
    ];
    expect(JSON.stringify(rows)).not.toMatch(/inventado|192\.0|ana/);
    for (const { counter } of await opened.database.select().from(loginFailures))
      expect(counter).toMatch(/^(name|pair|address):\d{1,5}$/);
  });
});
