import { expect, test } from "vitest";
import { token } from "../testing/token.ts";
import { CallerReader } from "./caller.ts";
import { Tokens } from "./tokens.ts";

test("a token that is proved again is proved from then on, by the proof that is stored already", async () => {
  let [now, asked] = [0, 0];
  const clock = () => now;
  const ask = async () => void asked++;
  const tokens = new Tokens(new CallerReader(clock), { byApi: true, ask }, clock);
  const ana = token({ exp: 1e9 });
  const first = await tokens.prove(ana);
  now = 100;
  // The same object, because each request has its own copies of the token's texts.
  expect(await tokens.prove(ana, { maxAgeMs: 50 })).toBe(first);
  expect(await tokens.prove(ana, { maxAgeMs: 50 })).toBe(first);
  expect(asked).toBe(2);
});
