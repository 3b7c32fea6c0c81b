import { setTimeout as wait } from "node:timers/promises";
import { BoardAnswer } from "@lamina/shared/views/board";
import type { Client } from "../../../bench/client.ts";
import { quantile } from "../../../bench/figures.ts";
import type { BuiltClient } from "./build.ts";

/** Screens of a quiet API that the others are compared with, and the time between two. */
const ALONE = 100;
const SCREEN_PAUSE_MS = 20;

/** The board as a page asks for it: all of it, or what changed since a version. */
export async function openBoard(client: Client, clientId: string, version?: string): Promise<BoardAnswer> {
  const since = version === undefined ? "" : `&since=${version}`;
  return BoardAnswer.parse(await client.send(`/Irrigameter/GetByClientID?ID=${clientId}&form=board${since}`));
}

/**
 * From a change of the soil of all sectors until the screen shows it, and another client's screen alone and meanwhile,
 * which `neighbour` opens.
 */
export async function soilChange(
  client: Client,
  { clientId, soilId }: BuiltClient,
  neighbour: Client,
  other?: BuiltClient,
): Promise<string> {
  const alone = other && (await openings(neighbour, other, (count) => count < ALONE));
  await client.send("/Soil/Update", { _id: soilId, layers: [{ depthCm: 100, fcPct: 31, wpPct: 18 }] });
  let isShown = false;
  const startedAt = performance.now();
  const shown = openBoard(client, clientId).finally(() => {
    isShown = true;
  });
  const meanwhile = other && (await openings(neighbour, other, () => !isShown));
  await shown;
  const took = ((performance.now() - startedAt) / 1000).toFixed(2);
  return `${took} s; another client's screen ${meanwhile ?? "–"}, alone ${alone ?? "–"}`;
}

/** p50 and p95 of a client's screen, opened again and again. */
async function openings(client: Client, { clientId }: BuiltClient, goOn: (count: number) => boolean): Promise<string> {
  const times: number[] = [];
  while (goOn(times.length)) {
    const startedAt = performance.now();
    await openBoard(client, clientId);
    times.push(performance.now() - startedAt);
    await wait(SCREEN_PAUSE_MS);
  }
  return `p50 ${quantile(times, 0.5).toFixed(0)}, p95 ${quantile(times, 0.95).toFixed(0)} ms of ${times.length}`;
}
