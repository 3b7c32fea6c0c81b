import { expect, it, vi } from "vitest";
import { createLoginLimit, MOST_FAILURES } from "./login-limit.ts";

const clockAt = (clock: { at: number }) => ({ now: () => new Date(clock.at) });
const wrong = async () => undefined;

it("rejects guesses at a login without verifying them, in any spelling, until the window ends", async () => {
  const time = { at: Date.parse("2026-05-14T12:00:00Z") };
  const limit = createLoginLimit(clockAt(time));
  for (let guess = 0; guess < MOST_FAILURES; guess++) expect(await limit.guess("ana", wrong)).toBeUndefined();
  const prove = vi.fn(async () => "token");
  for (const name of ["ana", "ANA", " ana "])
    await expect(limit.guess(name, prove)).rejects.toMatchObject({ statusCode: 429, retryAfter: 900 });
  expect(prove).not.toHaveBeenCalled();
  expect(await limit.guess("bruno", prove)).toBe("token");
  time.at += 15 * 60_000;
  expect(await limit.guess("ana", prove)).toBe("token");
});

it("counts simultaneous guesses, and resets the count after a right one", async () => {
  const limit = createLoginLimit(clockAt({ at: 0 }));
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => limit.guess("ana", wrong)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(MOST_FAILURES);
  for (let round = 0; round < 3; round++) {
    for (let guess = 0; guess < MOST_FAILURES - 1; guess++) await limit.guess("bruno", wrong);
    expect(await limit.guess("bruno", async () => "token")).toBe("token");
  }
});

it("limits simultaneous verifications over all logins, and does not count an outage as a guess", async () => {
  const limit = createLoginLimit(clockAt({ at: 0 }));
  let end = () => {};
  const held = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
  const running = Array.from({ length: 64 }, (_, index) => limit.guess(`pessoa-${index}`, () => held));
  await expect(limit.guess("mais-uma", wrong)).rejects.toMatchObject({ statusCode: 429, retryAfter: 2 });
  end();
  await Promise.all(running);
  const away = () => Promise.reject(new Error("away"));
  for (let guess = 0; guess < 2 * MOST_FAILURES; guess++) await limit.guess("ana", away).catch(() => {});
  expect(await limit.guess("ana", async () => "token")).toBe("token");
});
