import { expect, test } from "vitest";
import { MemoryAttempts } from "./login-attempts.ts";

test("more names than are counted evict no blocked one", async () => {
  const attempts = new MemoryAttempts(60_000, () => 0);
  const add = async (key: string, limit: number) => (await attempts.add([{ key, limit }]))[0]?.count;
  expect(await add("ana", 1)).toBe(1);
  expect(await add("bruno", 2)).toBe(1);
  for (let junk = 0; junk < 50_000; junk++) await add(`junk ${junk}`, 2);
  expect(await add("ana", 1)).toBe(2);
  // Below the limit the least recently used are evicted.
  expect(await add("bruno", 2)).toBe(1);
});
