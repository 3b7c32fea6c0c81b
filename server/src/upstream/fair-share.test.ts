import { expect, test } from "vitest";
import { FairShare } from "./fair-share.ts";

const never = new Promise<never>(() => {});

test("requests beyond a caller's share wait in order; other callers do not wait", async () => {
  const shares = new FairShare(2);
  expect([shares.enter("ana", never), shares.enter("ana", never)]).toEqual([undefined, undefined]);
  const order: string[] = [];
  const third = shares.enter("ana", never)?.then(() => order.push("third"));
  const fourth = shares.enter("ana", never)?.then(() => order.push("fourth"));
  expect(shares.enter("bruno", never)).toBeUndefined();
  expect(order).toEqual([]);
  shares.leave("ana");
  await third;
  expect(order).toEqual(["third"]);
  shares.leave("ana");
  await fourth;
  expect(order).toEqual(["third", "fourth"]);
});

test("a request that leaves the queue takes no place", async () => {
  const shares = new FairShare(1);
  shares.enter("ana", never);
  const gone = shares.enter("ana", Promise.reject(new Error("left")));
  await expect(gone).rejects.toThrow("left");
  shares.leave("ana");
  expect(shares.enter("ana", never)).toBeUndefined();
});
