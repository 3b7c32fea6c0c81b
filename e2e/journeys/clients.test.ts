import type { Client } from "@lamina/shared/records/client";
import { describe, expect, inject } from "vitest";
import { isLongFor } from "../../scripts/testing/long.ts";
import { steerAnswers } from "../browser/answers.ts";
import { JOURNEY_SIZES, type Visitor } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { chooseClient, chosenClient, enter, expectPath, logIn, storeClient, stored } from "../screens.ts";

declare global {
  var rowsUnderNewName: string[];
}

/** Records of a list: table rows, or cards on a phone. */
const RECORDS = "tbody tr, ul > li";

const { url } = inject("product");

/** Calls the API through the BFF with the stored token, as the visitor's page does. */
function callApi<Reply>({ page }: Visitor, path: string, method = "GET", body?: object): Promise<Reply> {
  return page.evaluate(
    async ([path, method, body]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}`, "content-type": "application/json" };
      const answer = await fetch(`/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
      return answer.json();
    },
    [path, method, body] as const,
  );
}

/** The visitor's clients in the order of the API. The first one is selected when none is stored. */
const clientsOf = (visitor: Visitor) => callApi<Client[]>(visitor, "/Client/GetAll");

async function clientWith(visitor: Visitor, typeChart: number): Promise<Client> {
  const found = (await clientsOf(visitor)).find((client) => Number(client.typeChart) === typeChart);
  if (!found) throw new Error(`no client of typeChart ${typeChart}`);
  return found;
}

describe.each(JOURNEY_SIZES)("clients at $size size", (size) => {
  if (isLongFor("client/src/app/", "client/src/core/clients/"))
    journey("the typeChart of the selected client decides which irrigâmetro is shown, both ways", async ({ visit }) => {
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

  journey("no data of the previous client are shown while the next one loads", async ({ visit }) => {
    const visitor = await visit(url, size);
    const { page } = visitor;
    await enter(visitor, "ana");
    const [first, second] = await clientsOf(visitor);
    if (!first || !second) throw new Error("ana needs two clients");
    await page.goto("/setup/device");
    await chooseClient(visitor, first.name);
    const main = page.getByRole("main");
    // Rows of the table, or cards on a phone.
    const records = main.locator(RECORDS);
    await expect.poll(() => records.count()).toBeGreaterThan(1);

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
    // Checks every change of the page, because polling could miss a single frame with old rows under the new name.
    await page.evaluate(
      ({ name, selector }) => {
        const seen: string[] = [];
        globalThis.rowsUnderNewName = seen;
        new MutationObserver(() => {
          const record = document.querySelector(`main :is(${selector})`);
          // Looks at the button with the selected client's name, because the open list also has the names of the
          // others.
          const chosen = document.querySelector(`header button[aria-label^="Cliente: ${name}"]`);
          if (record && chosen) seen.push(record.textContent);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      },
      { name: second.name, selector: RECORDS },
    );
    const rowsUnderNewName = () => page.evaluate(() => globalThis.rowsUnderNewName);

    await chooseClient(visitor, second.name);
    await expect.poll(() => chosenClient(visitor)).toBe(second.name);
    await expect.poll(() => records.count()).toBe(0);
    expect(await rowsUnderNewName()).toEqual([]);
    release();
    await expect.poll(() => records.count()).toBeGreaterThan(1);
    expect(await rowsUnderNewName()).not.toEqual([]);
  });
});

journey("the stored client is selected; for an unknown one the first client is selected", async ({ visit }) => {
  const visitor = await visit(url);
  await enter(visitor, "ana");
  const clients = await clientsOf(visitor);
  const last = clients.at(-1);
  await storeClient(visitor, last?._id ?? "");
  await visitor.page.reload();
  await expect.poll(() => chosenClient(visitor)).toBe(last?.name);
  await storeClient(visitor, "nobody");
  await visitor.page.reload();
  await expect.poll(() => stored(visitor, "clientId")).toBe(clients[0]?._id);
});

journey("a user without a client is logged out and sees the reason", async ({ visit }) => {
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

journey("an update is shown at once, and one that matches nothing shows an alert", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  const alerts: string[] = [];
  page.on("dialog", async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  await enter(visitor, "admin");
  const added = await callApi<Client>(visitor, "/Client/Insert", "POST", { name: "Fazenda passageira", typeChart: 2 });
  await storeClient(visitor, added._id);
  await page.goto("/setup/config");
  await page.getByLabel("Nome *", { exact: true }).fill("Fazenda renomeada");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect.poll(() => chosenClient(visitor)).toBe("Fazenda renomeada");
  expect(alerts).toEqual([]);
  expect(await visitor.accessibilityProblems()).toEqual([]);

  // The page may be asking for the data that this client needs without a connection.
  visitor.expectError(/404 \(Not Found\).*\?ID=/);
  visitor.expectError(/^Erro ao carregar .*ApiError: not-found/);
  // The alert does not wait for the list, which would also show that the client is deleted.
  const list = await steerAnswers(page, ["Client/GetAll"]);
  await list.hold();
  await callApi(visitor, `/Client/Delete?ID=${added._id}`, "DELETE");
  await page.getByLabel("Nome *", { exact: true }).fill("Fazenda sumida");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect.poll(() => alerts).toEqual(["Erro ao atualizar o cliente"]);
  await list.pass();
  const gone = page.getByRole("alertdialog", { name: "Este cliente não está mais disponível" });
  await gone.getByText("“Fazenda renomeada” foi excluído", { exact: false }).waitFor();
  await gone.getByRole("button", { name: "Fechar" }).click();
  await expect.poll(() => chosenClient(visitor)).not.toContain("Fazenda");
});
