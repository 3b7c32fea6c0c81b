import { expect, it, vi } from "vitest";
import { createLoginLimit, MOST_FAILURES, MOST_FAILURES_OF_ADDRESS } from "./login-limit.ts";

const clockAt = (clock: { at: number }) => ({ now: () => new Date(clock.at) });
const wrong = async () => undefined;

it("rejects guesses at a login without verifying them, in any spelling, until the window ends", async () => {
  const time = { at: Date.parse("2026-05-14T12:00:00Z") };
  const limit = createLoginLimit(clockAt(time));
  for (let guess = 0; guess < MOST_FAILURES; guess++)
    expect(await limit.guess({ userName: "ana" }, wrong)).toBeUndefined();
  const prove = vi.fn(async () => "token");
  for (const name of ["ana", "ANA", " ana "])
    await expect(limit.guess({ userName: name }, prove)).rejects.toMatchObject({ statusCode: 429, retryAfter: 900 });
  expect(prove).not.toHaveBeenCalled();
  expect(await limit.guess({ userName: "bruno" }, prove)).toBe("token");
  time.at += 15 * 60_000;
  expect(await limit.guess({ userName: "ana" }, prove)).toBe("token");
});

it("counts simultaneous guesses, and resets the count after a right one", async () => {
  const limit = createLoginLimit(clockAt({ at: 0 }));
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => limit.guess({ userName: "ana" }, wrong)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(MOST_FAILURES);
  for (let round = 0; round < 3; round++) {
    for (let guess = 0; guess < MOST_FAILURES - 1; guess++) await limit.guess({ userName: "bruno" }, wrong);
    expect(await limit.guess({ userName: "bruno" }, async () => "token")).toBe("token");
  }
});

it("limits simultaneous verifications over all logins, and does not count an outage as a guess", async () => {
  const limit = createLoginLimit(clockAt({ at: 0 }));
  let end = () => {};
  const held = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
  const running = Array.from({ length: 64 }, (_, index) => limit.guess({ userName: `pessoa-${index}` }, () => held));
  await expect(limit.guess({ userName: "mais-uma" }, wrong)).rejects.toMatchObject({ statusCode: 429, retryAfter: 2 });
  end();
  await Promise.all(running);
  const away = () => Promise.reject(new Error("away"));
  for (let guess = 0; guess < 2 * MOST_FAILURES; guess++) await limit.guess({ userName: "ana" }, away).catch(() => {});
  expect(await limit.guess({ userName: "ana" }, async () => "token")).toBe("token");
});

it("limits guesses at many logins from one address, or from one IPv6 network", async () => {
  const limit = createLoginLimit(clockAt({ at: Date.parse("2026-05-14T12:00:00Z") }));
  const guess = (index: number, address: string) => limit.guess({ userName: `pessoa-${index}`, address }, wrong);
  for (let index = 0; index < MOST_FAILURES_OF_ADDRESS; index++) await guess(index, `2001:db8::${index.toString(16)}`);
  await expect(guess(-1, "2001:db8:0:0:ffff::1")).rejects.toMatchObject({ statusCode: 429, retryAfter: 900 });
  expect(await guess(-1, "2001:db8:0:1::1")).toBeUndefined();
  expect(await guess(-1, "::ffff:192.0.2.1")).toBeUndefined();
  const prove = async () => "token";
  expect(await limit.guess({ userName: "ana" }, prove)).toBe("token");
});

it("does not count right guesses of an address", async () => {
  const limit = createLoginLimit(clockAt({ at: Date.parse("2026-05-14T12:00:00Z") }));
  const address = "192.0.2.1";
  for (let index = 0; index <= MOST_FAILURES_OF_ADDRESS; index++)
    expect(await limit.guess({ userName: "ana", address }, async () => "token")).toBe("token");
});
