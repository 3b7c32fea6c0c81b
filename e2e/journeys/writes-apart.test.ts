import { encodeBase64 } from "@lamina/shared/core/base64";
import { expect, inject, test } from "vitest";
import { bffEnvironment, startBff } from "../product/bff.ts";

const { api } = inject("product");
const [A, B] = ["demo-santa-clara", "demo-boa-esperanca"];

test("a write of one client leaves the answers of another one in the BFF", async () => {
  await using bff = await startBff({ ...bffEnvironment(api), CACHE_TTL_MS: "600000" });
  let token = "";
  const ask = async (path: string, body?: unknown, method = body === undefined ? "GET" : "POST") => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const reply = await fetch(`${bff.url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
    expect(reply.status, path).toBe(200);
    expect(reply.headers.has("x-client-id"), path).toBe(false);
    return { cache: reply.headers.get("cache-status") ?? "", json: await reply.json() };
  };
  const login = { UserName: "admin", Password: encodeBase64(api.demo?.password ?? "") };
  ({ token } = (await ask("/Authentication/Login", login)).json);

  const paths = ["/Client/GetAll"];
  for (const call of ["Soil", "Farm", "Irrigameter", "Map"])
    paths.push(...[A, B].map((client) => `/${call}/GetByClientID?ID=${client}`));
  const hits = async () => {
    const found = [];
    for (const path of paths) if ((await ask(path)).cache.startsWith("bff; hit")) found.push(path);
    return found;
  };
  const ofB = paths.filter((path) => path.endsWith(`=${B}`));
  await hits();
  expect(await hits()).toEqual(paths);

  const layers = [{ depthCm: 60, fcPct: 30, wpPct: 15 }];
  const { json: soil } = await ask("/Soil/Insert", { clientId: A, name: "Solo apartado", layers });
  expect(await hits()).toEqual(ofB);
  const soils = async () =>
    ((await ask(`/Soil/GetByClientID?ID=${A}`)).json as { name: string }[]).map(({ name }) => name);
  expect(await soils()).toContain("Solo apartado");
  await ask("/Soil/Update", { _id: soil._id, name: "Solo mudado" });
  expect(await hits()).toEqual(ofB);
  expect(await soils()).toContain("Solo mudado");
  await ask(`/Soil/Delete?ID=${soil._id}`, undefined, "DELETE");
  expect(await hits()).toEqual(ofB);
  expect(await soils()).not.toContain("Solo mudado");

  const [client] = (await ask("/Client/GetAll")).json as { _id: string; name: string }[];
  await ask("/Client/Update", client);
  expect(await hits()).toEqual([]);
});
