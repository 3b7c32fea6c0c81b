import { QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished } from "vitest";
import { connectCredentials } from "../../../../api/credentials.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { startApiServer } from "../../../../testing/api-server.ts";
import { listQuery } from "./queries.ts";
import { insertRecord } from "./writes.ts";

it("stores a record while messages about other changes refetch the same list", async () => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  const soil = {
    _id: "s",
    clientId: "c",
    name: "Latossolo",
    layers: [{ depthCm: 40, fcPct: 30, wpPct: 15 }],
    createdAt: "2026-05-14T10:00:00Z",
  };
  const stored = { ...soil, updatedAt: soil.createdAt, active: true };
  let reads = 0;
  const api = await startApiServer({
    "POST /Soil/Insert": () => stored,
    "GET /Soil/GetByClientID": async () => {
      reads++;
      // Messages about changes arrive while the list after the insertion is on its way, and while its replacement is.
      if (reads === 2 || reads === 3) void queryClient.invalidateQueries({ queryKey: ["c"] });
      return [stored];
    },
  });
  const list = new QueryObserver(queryClient, listQuery({ _id: "c" }, "soil"));
  onTestFinished(list.subscribe(() => {}));
  await expect.poll(() => list.getCurrentResult().data).toHaveLength(1);
  await expect(
    insertRecord("c", "soil", { name: "Latossolo", layers: [{ depthCm: 40, fcPct: 30, wpPct: 15 }] }),
  ).resolves.toMatchObject({ _id: "s" });
  expect(api.count("POST /Soil/Insert")).toBe(1);
});
