import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { commandsQuery } from "../../core/commands/queries.ts";
import { createChangeFollower } from "../../core/realtime/changes.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { fetchDetails, irrigameterQuery } from "./queries.ts";
import { irrigameter } from "./testing/fixtures.ts";

it("fetches the details of a large farm in addresses that a server takes", async () => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  const view = irrigameter();
  const [card] = view.sectors;
  if (!card) throw new Error("a sector");
  const sectors = Array.from({ length: 450 }, () => ({
    ...card,
    sector: { ...card.sector, _id: crypto.randomUUID() },
  }));
  const api = await startApiServer({
    "GET /Irrigameter/GetByClientID": ({ url }) => {
      const asked = new URL(url, "http://localhost").searchParams.get("sectorIds")?.split(",");
      return { ...view, sectors: sectors.filter(({ sector }) => asked?.includes(sector._id)) };
    },
  });
  const queryClient = new QueryClient();
  await fetchDetails(queryClient, { _id: "c1" }, { ...view, sectors, version: "1" }, () => false);
  const cards = queryClient.getQueryData<unknown[]>(["c1", "irrigameter", "cards", card.sector.pivotId]);
  expect(cards).toHaveLength(450);
  expect(Math.max(...api.requests.map(({ url }) => url.length))).toBeLessThan(10_000);
  api.requests.length = 0;
  const isStored = (key: QueryKey) => queryClient.getQueryData(key) !== undefined;
  await fetchDetails(queryClient, { _id: "c1" }, { ...view, sectors, version: "1" }, isStored);
  expect(api.requests).toEqual([]);
});

it("fetches board and commands again at a change of a command", async () => {
  const queryClient = new QueryClient();
  for (const { queryKey, meta } of [irrigameterQuery({ _id: "c1" }), commandsQuery({ _id: "c1" })])
    await queryClient.fetchQuery({ queryKey, queryFn: () => [], ...(meta && { meta }) });
  const follower = createChangeFollower(queryClient, "c1");
  follower.take({ clientId: "c1", entities: ["PivotCommand"], pivotIds: ["p1"] });
  const isInvalidated = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.isInvalidated);
  await vi.waitFor(() => expect(isInvalidated()).toEqual([true, true]));
  follower.stop();
});
