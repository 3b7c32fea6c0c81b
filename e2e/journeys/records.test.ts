import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { afterAll, beforeAll, expect, inject } from "vitest";
import type { Visitor } from "../browser/visitor.ts";
import { field, fillForm, ownName, save } from "../forms.ts";
import { journey, type OpenVisitor } from "../journey.ts";
import { addClient, type PlantedClient, plantFarm } from "../product/farm.ts";
import { openSession, type Session } from "../product/session.ts";
import { signIn } from "../screens.ts";

const { url } = inject("product");

const TIME_ZONE = "America/Sao_Paulo";

interface Soil {
  _id: string;
  name: string;
  texture?: string;
  infiltrationMmH?: number;
}

let session: Session;
let client: PlantedClient;
let clientId: string;
beforeAll(async () => {
  session = await openSession(url, "admin");
  client = await addClient(session, ownName("Cadastros"), 1);
  clientId = client.clientId;
  const plantingDate = addDays(farmDay(Date.now(), TIME_ZONE), -10);
  const serial = `CAD-${process.pid}`;
  await plantFarm(session, { clientId, name: "Buriti", timezone: TIME_ZONE, plantingDate, serial, sensors: {} });
});
afterAll(() => client[Symbol.asyncDispose]());

const addSoil = (name: string) =>
  session.post<Soil>("/Soil/Insert", {
    clientId,
    name,
    texture: "média",
    layers: [{ depthCm: 40, fcPct: 30, wpPct: 15 }],
  });
const soilOf = (id: string) => session.get<Soil>(`/Soil/GetByID?ID=${id}`);
const soilForm = (id: string) => `/setup/farms?parte=solos&registro=${id}`;

/** A user at the client of this journey. */
async function atWork(visit: OpenVisitor, user = "admin"): Promise<Visitor> {
  const visitor = await visit(url);
  await signIn(visitor, user, clientId);
  return visitor;
}

/** Presses Tab until the focused element has this name. */
async function tabTo({ page }: Visitor, name: string, key = "Tab"): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.labels?.[0]?.textContent || element?.getAttribute("aria-label") || element?.textContent || "";
    });
    if (focused.trim() === name) return;
    seen.push(focused.trim().slice(0, 40));
  }
  throw new Error(`no way by keyboard to ${name}: ${seen.join(" · ")}`);
}

journey(
  "a record is created, changed and deleted by keyboard only, and the confirmation lists its dependent records",
  async ({ visit }) => {
    const visitor = await atWork(visit);
    const { page } = visitor;
    const { keyboard } = page;
    await page.goto("/setup/farms?parte=pivos");
    await page.getByRole("link", { name: "Novo pivô" }).waitFor();

    await tabTo(visitor, "Novo pivô");
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "Novo pivô" }).waitFor();
    for (const [label, value] of [
      ["Nome *", "Pivô do teclado"],
      ["Latitude (°) *", "-15,1"],
      ["Longitude (°) *", "-56,1"],
      ["Raio (m) *", "250"],
      ["Vazão (m³/h) *", "0"],
    ] as const) {
      await tabTo(visitor, label);
      await keyboard.type(value);
    }
    await keyboard.press("Enter");
    // The invalid field gets the focus, and shows its error.
    await page.getByText(/^Informe um número de 0,1 a /).waitFor();
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("flowM3h");
    await keyboard.press("ControlOrMeta+A");
    await keyboard.type("120");
    await keyboard.press("Enter");
    await page.getByText("Pivô do teclado: criado.").waitFor();

    await page.goto("/setup/farms?parte=pivos");
    await page.getByRole("link", { name: "Novo pivô" }).waitFor();
    await tabTo(visitor, "Pivô de Buriti");
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "Pivô de Buriti" }).waitFor();
    await tabTo(visitor, "Excluir");
    await keyboard.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Excluir o pivô?" });
    await question.getByText("“Pivô de Buriti” será excluído.", { exact: false }).waitFor();
    expect(await question.getByRole("listitem").allInnerTexts()).toEqual(["1 setor", "1 safra, com seu balanço"]);
    // The focus is on the button that cancels. Escape closes the dialog and restores the focus.
    expect(await page.locator(":focus").innerText()).toBe("Cancelar");
    await keyboard.press("Escape");
    await expect.poll(() => page.locator(":focus").innerText()).toBe("Excluir");

    await page.goto("/setup/farms?parte=pivos");
    await page.getByRole("link", { name: "Novo pivô" }).waitFor();
    await tabTo(visitor, "Pivô do teclado");
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "Pivô do teclado" }).waitFor();
    await tabTo(visitor, "Nome *");
    await keyboard.press("End");
    await keyboard.type(" dois");
    await keyboard.press("Enter");
    await page.getByText("Pivô do teclado dois: salvo.").waitFor();
    await tabTo(visitor, "Excluir", "Shift+Tab");
    await keyboard.press("Enter");
    await tabTo(visitor, "Excluir");
    await keyboard.press("Enter");
    await page.getByText("Pivô do teclado dois: excluído.").waitFor();
    const pivots = await session.get<{ name: string }[]>(`/Pivot/GetByClientID?ID=${clientId}`);
    expect(pivots.map(({ name }) => name)).toEqual(["Pivô de Buriti"]);
  },
);

journey(
  "of two users who edit one record the second chooses field by field, and keeps the input when the first deletes it",
  async ({ visit }) => {
    const { _id } = await addSoil("Latossolo");
    const [first, second] = [await atWork(visit), await atWork(visit)];
    for (const { page } of [first, second]) {
      await page.goto(soilForm(_id));
      await page.getByRole("heading", { name: "Latossolo" }).waitFor();
    }
    await fillForm(second.page, { Nome: "Nome do segundo", "Infiltração básica": "12,5" });
    await fillForm(first.page, { Nome: "Nome do primeiro", Textura: "argilosa" });
    await save(first, /Nome do primeiro: salvo/);

    // The changed form keeps its input, and shows that there is a newer version.
    await second.page.getByText(/Outra pessoa alterou este registro/).waitFor();
    expect(await field(second.page, "Nome").inputValue()).toBe("Nome do segundo");
    second.expectError(/409/);
    await second.page.getByRole("button", { name: "Salvar", exact: true }).click();
    const dialog = second.page.getByRole("dialog", { name: "Duas versões deste registro" });
    await dialog.getByRole("radio", { name: "Sua versão: Nome do segundo" }).waitFor();
    for (const shown of ["Versão atual: Nome do primeiro", "Versão atual: argilosa", "Sua versão: 12,5"])
      await dialog.getByRole("radio", { name: shown }).waitFor();
    expect(await second.accessibilityProblems()).toEqual([]);
    expect((await soilOf(_id)).name).toBe("Nome do primeiro");
    // Closing the dialog keeps the input.
    await second.page.keyboard.press("Escape");
    expect(await field(second.page, "Nome").inputValue()).toBe("Nome do segundo");
    await second.page.getByRole("button", { name: "Salvar", exact: true }).click();
    await dialog.getByRole("radio", { name: "Versão atual: Nome do primeiro" }).check();
    await dialog.getByRole("button", { name: "Salvar escolhas" }).click();
    await second.page.getByText("Nome do primeiro: salvo.").waitFor();
    expect(await soilOf(_id)).toMatchObject({ name: "Nome do primeiro", texture: "argilosa", infiltrationMmH: 12.5 });

    // A second conflict, in which the user keeps the current version.
    await first.page.goto(soilForm(_id));
    await expect.poll(() => field(first.page, "Infiltração básica").inputValue()).toBe("12,5");
    await fillForm(first.page, { Textura: "muito argilosa" });
    await fillForm(second.page, { Textura: "arenosa" });
    await save(first, /Nome do primeiro: salvo/);
    await second.page.getByRole("button", { name: "Salvar", exact: true }).click();
    await dialog.getByRole("button", { name: "Ficar com a versão atual" }).click();
    await expect.poll(() => field(second.page, "Textura").inputValue()).toBe("muito argilosa");
    expect(await soilOf(_id)).toMatchObject({ texture: "muito argilosa" });

    await fillForm(second.page, { Nome: "Ainda preciso dele" });
    await first.page.getByRole("button", { name: "Excluir", exact: true }).click();
    await first.page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
    await second.page.getByText(/Outra pessoa excluiu este registro/).waitFor();
    expect(await field(second.page, "Nome").inputValue()).toBe("Ainda preciso dele");
    await second.page.getByRole("button", { name: "Salvar como novo" }).click();
    await second.page.getByText("Ainda preciso dele: criado.").waitFor();
    const soils = await session.get<Soil[]>(`/Soil/GetByClientID?ID=${clientId}`);
    expect(soils.find(({ name }) => name === "Ainda preciso dele")).toMatchObject({ texture: "muito argilosa" });
  },
);

journey("a changed form asks before it is left, and its draft survives a reload", async ({ visit }) => {
  const { _id } = await addSoil("Neossolo");
  const visitor = await atWork(visit);
  const { page } = visitor;
  await page.goto(soilForm(_id));
  await fillForm(page, { Nome: "Neossolo em dúvida" });
  await page.getByRole("link", { name: "Equipamentos" }).first().click();
  const question = page.getByRole("alertdialog", { name: "Sair sem salvar?" });
  await question.getByRole("button", { name: "Continuar editando" }).click();
  expect(await field(page, "Nome").inputValue()).toBe("Neossolo em dúvida");

  await page.reload();
  await page.getByText("Rascunho recuperado").waitFor();
  expect(await field(page, "Nome").inputValue()).toBe("Neossolo em dúvida");
  await page.getByRole("link", { name: "Equipamentos" }).first().click();
  await question.getByRole("button", { name: "Guardar rascunho" }).click();
  await page.getByRole("link", { name: "Novo equipamento" }).waitFor();
  await page.goBack();
  await page.getByText("Rascunho recuperado").waitFor();
  // The browser's back and forward ask as well.
  await page.evaluate(() => history.forward());
  await question.getByRole("button", { name: "Descartar" }).click();
  await page.getByRole("link", { name: "Novo equipamento" }).waitFor();
  await page.goBack();
  await expect.poll(() => field(page, "Nome").inputValue()).toBe("Neossolo");
  expect((await soilOf(_id)).name).toBe("Neossolo");
});
