import type { Client } from "@lamina/shared/client";
import { describe, expect, inject } from "vitest";
import { SIZES, type Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { chooseClient, chosenClient, enter, expectPath, logIn, stored } from "../screens.ts";

const { url } = inject("product");

/** Ana's clients as the API lists them; the first is the one that is chosen when nothing is stored. */
async function clientsOf(visitor: Visitor): Promise<Client[]> {
  return visitor.page.evaluate(async () => {
    const answer = await fetch("/api/Client/GetAll", {
      headers: { authorization: `Bearer ${localStorage.getItem("token")}` },
    });
    return answer.json();
  });
}

async function clientWith(visitor: Visitor, typeChart: number): Promise<Client> {
  const found = (await clientsOf(visitor)).find((client) => Number(client.typeChart) === typeChart);
  if (!found) throw new Error(`no client of typeChart ${typeChart}`);
  return found;
}

describe.each(SIZES)("clients at $size size", (size) => {
  journey("the typeChart of the chosen client decides which irrigâmetro is shown, both ways", async ({ visit }) => {
    const visitor = await visit(url, size);
    await enter(visitor, "ana");
    const pivot = await clientWith(visitor, 1);
    const bar = await clientWith(visitor, 2);
    await chooseClient(visitor, pivot.name);
    await visitor.page.goto("/irrigameter/sensor");
    await expectPath(visitor, "/irrigameter/sensor-pivot");
    await chooseClient(visitor, bar.name);
    await expectPath(visitor, "/irrigameter/sensor");
    expect(await stored(visitor, "clientId")).toBe(bar._id);
    await visitor.page.goto("/irrigameter/calculated-pivot");
    await expectPath(visitor, "/irrigameter/calculated");
    await visitor.page.reload();
    await expectPath(visitor, "/irrigameter/calculated");
    expect(await stored(visitor, "clientId")).toBe(bar._id);
  });

  journey("nothing of the previous client is on screen while the next one loads", async ({ visit }) => {
    const visitor = await visit(url, size);
    const { page } = visitor;
    await enter(visitor, "ana");
    const [first, second] = await clientsOf(visitor);
    if (!first || !second) throw new Error("ana needs two clients");
    await page.goto("/setup/device");
    await chooseClient(visitor, first.name);
    const main = page.getByRole("main");
    await expect.poll(() => main.getByRole("row").count()).toBeGreaterThan(1);

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      (address) => address.searchParams.get("ID") === second._id,
      async (route) => {
        await held;
        await route.continue();
      },
    );
    await chooseClient(visitor, second.name);
    await expect.poll(() => stored(visitor, "clientId")).toBe(second._id);
    await expect.poll(() => main.getByRole("row").count()).toBe(0);
    release();
    await expect.poll(() => main.getByRole("row").count()).toBeGreaterThan(1);
  });
});

journey("the stored client is the chosen one; an unknown one gives way to the first", async ({ visit }) => {
  const visitor = await visit(url);
  await enter(visitor, "ana");
  const clients = await clientsOf(visitor);
  const last = clients.at(-1);
  await visitor.page.evaluate((id) => localStorage.setItem("clientId", id), last?._id ?? "");
  await visitor.page.reload();
  await expect.poll(() => chosenClient(visitor)).toBe(last?.name);
  await visitor.page.evaluate(() => localStorage.setItem("clientId", "nobody"));
  await visitor.page.reload();
  await expect.poll(() => stored(visitor, "clientId")).toBe(clients[0]?._id);
});

journey("a user without any client is logged out and told why", async ({ visit }) => {
  const visitor = await visit(url);
  await visitor.page.goto("/login");
  await logIn(visitor, "carla");
  await visitor.page.getByText("Nenhum cliente disponível").waitFor();
  await expectPath(visitor, "/login");
  await expect.poll(() => stored(visitor, "token")).toBeNull();
  await visitor.page
    .getByText(/nenhum cliente/i)
    .first()
    .waitFor();
});
