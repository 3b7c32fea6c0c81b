import { expect, test } from "vitest";
import { FairShare } from "./fair-share.ts";

const never = new Promise<never>(() => {});

test("requests beyond a caller's share wait in order; other callers do not wait", async () => {
  const shares = new FairShare(2);
  const [first, second] = [await shares.enter("ana", never), await shares.enter("ana", never)];
  const order: string[] = [];
  const third = shares.enter("ana", never).then((leave) => {
    order.push("third");
    return leave;
  });
  const fourth = shares.enter("ana", never).then(() => order.push("fourth"));
  await shares.enter("bruno", never);
  expect(order).toEqual([]);
  first();
  const leave = await third;
  expect(order).toEqual(["third"]);
  leave();
  await fourth;
  second();
  expect(order).toEqual(["third", "fourth"]);
});

test("a request that leaves the queue takes no place", async () => {
  const shares = new FairShare(1);
  const leave = await shares.enter("ana", never);
  const gone = shares.enter("ana", Promise.reject(new Error("left")));
  await expect(gone).rejects.toThrow("left");
  leave();
  await shares.enter("ana", never);
});
