import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { ApiError } from "./error.ts";
import { createQueryClient } from "./query-client.ts";

/** Calls made by two parts of a screen that show the same answer, one after the other. */
async function callsOf(status: number): Promise<number> {
  const client = createQueryClient();
  let calls = 0;
  for (let part = 0; part < 2; part += 1) {
    const observer = new QueryObserver(client, {
      queryKey: ["client", "records"],
      queryFn: () => {
        calls += 1;
        throw new ApiError(`http-${status}`, { status });
      },
    });
    const stop = observer.subscribe(() => {});
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe("idle");
    stop();
  }
  client.clear();
  return calls;
}

it("asks once for a call that the API does not have", async () => {
  expect(await callsOf(404)).toBe(1);
});

it("asks again for a call that has failed", async () => {
  expect(await callsOf(500)).toBe(2);
});
