import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { expect, inject } from "vitest";
import { isLong, isLongFor } from "../../scripts/testing/long.ts";
import { SIZES } from "../browser/visitor.ts";
import { field, ownName } from "../forms.ts";
import { INSTALLED, journey } from "../journey.ts";
import { addClient, plantFarm } from "../product/farm.ts";
import { openSession } from "../product/session.ts";
import { enter, signIn, storeClient } from "../screens.ts";
import { Task } from "../task.ts";

const { url } = inject("product");
const [PHONE] = SIZES;

/** These also have journeys without a count of taps, or tests in jsdom. */
const isEach = isLongFor("client/src/features/irrigameter/actions/", "client/src/features/setup/farms/");
const hasAudit = isLongFor("client/src/features/setup/", "client/src/app/shell/", "reference/api/records/");
const hasShifts = isLongFor("client/src/features/irrigameter/", "reference/api/access/", "reference/api/irrigation/");
const TIME_ZONE = "America/Sao_Paulo";
/** Id of the built-in group of managers. */
const MANAGER = "gestor";

journey("a manager's questions are answered within their taps", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  await page.addInitScript(() => {
    globalThis.print = () => document.body.setAttribute("data-printed", "");
  });
  await enter(visitor, "ana");
  const main = page.getByRole("main");
  const menu = page.getByRole("navigation").first();
  const home = async () => {
    await page.goto("/irrigameter");
    await main.getByRole("list", { name: "O que fazer hoje, na ordem" }).waitFor();
  };

  await home();
  const first = main.getByRole("list", { name: "O que fazer hoje, na ordem" }).getByRole("listitem").first();
  await new Task(page, "First, how much, cost").done(first, 0);
  expect(await first.innerText()).toMatch(/Pivô \d+[\s\S]*\d+\s(mm|%)[\s\S]*R\$/);

  const rain = new Task(page, "Where it rained");
  await rain.tap(main.getByRole("link", { name: "Ver no mapa onde choveu" }));
  await rain.done(main.getByRole("button", { name: /Chuva em 7 dias: \d/ }), 1);

  await home();
  const why = new Task(page, "Why 12 mm");
  await why.tap(first.getByRole("button", { name: /^Por quê\? / }));
  await why.done(page.getByRole("dialog", { name: /^Por quê/ }).getByRole("table"), 1);
  await page.keyboard.press("Escape");

  await home();
  const report = new Task(page, "Last month to the consultant");
  await report.tap(menu.getByRole("link", { name: "Relatórios" }));
  await report.tap(main.getByText("Mês passado", { exact: true }));
  await main.getByText("Totais do período").waitFor();
  await report.tap(main.getByRole("button", { name: "Imprimir ou PDF" }));
  await report.done(page.locator("body[data-printed]"), 3);

  await home();
  const alarm = new Task(page, "Alarm found, taken, resolved");
  await alarm.tap(page.getByRole("button", { name: /^Notificações/ }));
  const worst = page.getByRole("dialog", { name: "Notificações" }).getByRole("article");
  const open = worst.filter({ has: page.getByRole("button", { name: "Assumir" }) }).last();
  const name = await open.getAttribute("aria-label");
  await alarm.tap(open.getByRole("button", { name: "Assumir" }));
  const taken = page.getByRole("article", { name: name ?? "" });
  await taken.getByRole("textbox").fill("Visto no campo");
  await alarm.tap(taken.getByRole("button", { name: "Resolver" }));
  await alarm.done(page.getByText("Alerta resolvido."), 3);
  await page.keyboard.press("Escape");

  await home();
  const season = new Task(page, "This season against the last");
  await season.tap(first.getByRole("button", { name: /^Mais ações de / }));
  await season.tap(page.getByRole("button", { name: "Página do pivô" }));
  await season.tap(page.getByRole("link", { name: "Comparar com a safra passada" }));
  await season.done(page.getByText(/nos mesmos dias após o plantio/), 4);

  await home();
  const orders = new Task(page, "Orders of the night printed");
  await orders.tap(main.getByRole("button", { name: /^Ordens da noite/ }).first());
  await orders.tap(page.getByRole("dialog").getByRole("button", { name: "Imprimir" }));
  await orders.done(page.locator("body[data-printed]"), 2);

  await home();
  const probes = new Task(page, "Compare two probes");
  await probes.tap(menu.getByRole("link", { name: "Gráficos" }));
  await probes.tap(page.getByRole("link", { name: "Umidade do solo" }));
  await probes.tap(main.getByRole("button", { name: /^Comparar com/ }).first());
  await probes.done(main.locator("button[aria-pressed=true][aria-label^='Comparar com']"), 3);
  await expect.poll(() => page.url()).toContain("comparar=");
});

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isEach)
  journey("an operator records without a connection within two taps, and it is sent", async ({ visit }) => {
    const visitor = await visit(url, PHONE, INSTALLED);
    const { page, context } = visitor;
    visitor.expectConnectionLoss();
    await enter(visitor, "bruno");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Choveu" }).waitFor();
    await context.setOffline(true);
    const record = new Task(page, "Record offline and sync");
    await record.tap(main.getByRole("button", { name: "Choveu" }));
    const dialog = page.getByRole("dialog");
    // The field has the focus, so that typing needs no tap.
    await dialog.locator("input:focus").waitFor();
    await page.keyboard.type("7");
    await record.tap(dialog.getByRole("button", { name: "Registrar" }));
    await page
      .getByText(/guardada neste aparelho/)
      .first()
      .waitFor();
    await context.setOffline(false);
    await record.done(page.getByText(/enviada e registrada/), 2);
  });

if (hasAudit)
  journey("who changed a season's crop is found within three taps", async ({ keep, visit }) => {
    const session = await openSession(url, "admin");
    const { clientId } = await keep(addClient(session, ownName("Cultura"), 1));
    const plantingDate = addDays(farmDay(Date.now(), TIME_ZONE), -20);
    await plantFarm(session, {
      ...{ clientId, name: "Cultura", timezone: TIME_ZONE, plantingDate, serial: `CUL-${process.pid}`, sensors: {} },
    });
    const { _id: cropId } = await session.post<{ _id: string }>("/Crop/Insert", {
      clientId,
      name: "Milho",
      stages: [20, 30, 40, 20].map((days, index) => ({ name: `Fase ${index + 1}`, days, kc: 1 })),
      ...{ kcIni: 0.4, kcMid: 1.15, kcEnd: 0.5, rootIniCm: 20, rootMaxCm: 60, p: 0.5 },
    });
    const [season] = await session.get<object[]>(`/Season/GetByClientID?ID=${clientId}`);
    await session.post("/Season/Update", { ...season, cropId });
    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "admin", clientId);
    await page.goto("/irrigameter");
    await page.getByRole("article", { name: "Pivô de Cultura" }).waitFor();
    const task = new Task(page, "Who changed the crop");
    await task.tap(page.getByRole("button", { name: /^Buscar/ }));
    await page.keyboard.type("safra pivô de cultura");
    await page.getByRole("option", { name: /^Safra · Pivô de Cultura/ }).waitFor();
    await page.keyboard.press("Enter");
    await task.tap(
      page
        .getByRole("main")
        .getByText(/^Pivô de Cultura/)
        .first(),
    );
    await task.tap(page.getByText("Quem alterou o quê e quando").first());
    await task.done(page.getByText(/Feijão.*Milho/), 3);
  });

if (isLong)
  journey(
    "an irrigation is recorded without a connection within three taps, and is sent once",
    async ({ keep, visit }) => {
      const session = await openSession(url, "admin");
      const { clientId } = await keep(addClient(session, ownName("Campo"), 1));
      const plantingDate = addDays(farmDay(Date.now(), TIME_ZONE), -20);
      const farm = { clientId, name: "Campo", timezone: TIME_ZONE, plantingDate, serial: `CAMPO-${process.pid}` };
      await plantFarm(session, { ...farm, sensors: {} });
      const visitor = await visit(url, PHONE, INSTALLED);
      const { page, context } = visitor;
      visitor.expectConnectionLoss();
      await enter(visitor, "admin");
      await storeClient(visitor, clientId);
      await page.goto("/irrigameter");
      const card = page.getByRole("article", { name: "Pivô de Campo" });
      await card.waitFor();
      await context.setOffline(true);
      const record = new Task(page, "Irrigation offline and sync");
      await record.tap(card.getByRole("button", { name: "Irriguei" }));
      const dialog = page.getByRole("dialog", { name: /^Irriguei/ });
      // Without a recommendation the form cannot fill in the depth, and the start follows it.
      await record.write(dialog.getByLabel("Lâmina bruta, mm"), "6");
      await record.tap(dialog.getByRole("button", { name: "Registrar" }));
      await page
        .getByText(/^Irrigação de 6,0 mm guardada neste aparelho/)
        .first()
        .waitFor();
      await context.setOffline(false);
      await record.done(page.getByText(/enviada e registrada/), 3);
      const waterings = await session.get<{ grossMm: number }[]>(`/Watering/GetByClientID?ID=${clientId}`);
      expect(waterings.map(({ grossMm }) => grossMm)).toEqual([6]);
    },
  );

if (isEach)
  journey("a new pivot with four sectors of soy is set up within twelve taps", async ({ keep, visit }) => {
    const session = await openSession(url, "admin");
    const { clientId } = await keep(addClient(session, ownName("Modelo"), 1));
    const plantingDate = addDays(farmDay(Date.now(), TIME_ZONE), -20);
    const farm = { clientId, name: "Modelo", timezone: TIME_ZONE, plantingDate, serial: `MOD-${process.pid}` };
    await plantFarm(session, { ...farm, sensors: {} });
    await session.post("/Crop/Insert", {
      clientId,
      name: "Soja",
      stages: [20, 30, 40, 20].map((days, index) => ({ name: `Fase ${index + 1}`, days, kc: 1 })),
      ...{ kcIni: 0.4, kcMid: 1.15, kcEnd: 0.5, rootIniCm: 20, rootMaxCm: 60, p: 0.5 },
    });
    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "admin", clientId);
    await page.goto("/irrigameter");
    await page.getByRole("article", { name: "Pivô de Modelo" }).waitFor();

    const task = new Task(page, "New pivot, four sectors, soy");
    await task.tap(page.getByRole("button", { name: /^Buscar/ }));
    await page.keyboard.type("novo pivô");
    await page.getByRole("option", { name: /^Novo pivô/ }).waitFor();
    await page.keyboard.press("Enter");
    await task.choose(page.getByLabel("Copiar de"), "Pivô de Modelo");
    const map = page.getByRole("region", { name: "Mapa do pivô" });
    await task.tap(map, { position: { x: 200, y: 120 } });
    await task.drag(map.getByTitle("Raio"), 20);
    await task.choose(page.getByLabel("Dividir em setores"), "4");
    await task.choose(page.getByLabel("Cultura de todos"), "Soja");
    await task.write(field(page, "Dia do plantio"), farmDay(Date.now(), TIME_ZONE).split("-").reverse().join("/"));
    await expect
      .poll(() => page.getByRole("list", { name: "Setores que serão criados" }).getByText(/Soja/).count())
      .toBe(4);
    await task.tap(page.getByRole("button", { name: "Salvar", exact: true }));
    await task.done(page.getByText(/Pivô \d+: criado/), 12);
    const sectors = await session.get<{ _id: string }[]>(`/PivotSector/GetByClientID?ID=${clientId}`);
    const seasons = await session.get<{ status: string }[]>(`/Season/GetByClientID?ID=${clientId}`);
    expect([sectors.length, seasons.filter(({ status }) => status === "active").length]).toEqual([5, 5]);
    await page.getByRole("heading", { name: "Setores deste pivô" }).waitFor();
    expect(await visitor.accessibilityProblems("main")).toEqual([]);
  });

if (hasShifts)
  journey("a broken pump is planned around, and a shift is handed over", async ({ keep, visit }) => {
    const session = await openSession(url, "admin");
    const { clientId } = await keep(addClient(session, ownName("Turno"), 1));
    const today = farmDay(Date.now(), TIME_ZONE);
    const plantingDate = addDays(today, -20);
    const farm = { clientId, name: "Turno", timezone: TIME_ZONE, plantingDate, serial: `TURNO-${process.pid}` };
    const { farmId } = await plantFarm(session, { ...farm, sensors: {} });
    const days = Array.from({ length: 20 }, (_, index) => ({
      ...{ date: addDays(plantingDate, index), tMax: 32, tMin: 19, rhMax: 90, rhMin: 40, wind2m: 2, rad: 22, rain: 0 },
    }));
    // Its station is silent, so that the weather comes from a file alone.
    await session.post("/Farm/Update", { _id: farmId, stationDeviceId: null });
    await session.post("/WeatherDaily/ImportPast", { farmId, source: "inmet", days });
    for (const name of ["Gerente antigo", "Gerente novo"])
      await session.post("/User/Insert", {
        ...{ clientId, name, userName: `${name.replace(" ", "-")}-${process.pid}`, groupId: MANAGER },
      });
    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "admin", clientId);
    await page.goto("/irrigameter");
    const main = page.getByRole("main");
    const plan = main.getByRole("list", { name: "O que fazer hoje, na ordem" });
    await plan.getByText("LIGAR").waitFor();

    const pump = new Task(page, "Pump broke, replanned");
    await pump.tap(main.getByRole("button", { name: /^Mais ações de / }).first());
    await pump.tap(page.getByRole("button", { name: "Quebrou / fora de serviço" }));
    await pump.tap(page.getByRole("dialog").getByRole("radio", { name: "Bomba" }));
    await pump.tap(page.getByRole("dialog").getByRole("button", { name: "Registrar" }));
    await pump.done(main.getByText(/fora de serviço: bomba/), 4);
    await expect.poll(() => plan.getByText("LIGAR").count()).toBe(0);

    await page.goto("/irrigameter");
    await main
      .getByText(/fora de serviço: bomba/)
      .first()
      .waitFor();
    const shift = new Task(page, "Hand-over");
    await shift.tap(main.getByRole("button", { name: "Passagem de turno" }));
    const dialog = page.getByRole("dialog", { name: /^Passagem de turno/ });
    await dialog.getByText(/Pivô de Turno, .*bomba/).waitFor();
    await shift.choose(dialog.getByLabel("Quem sai", { exact: true }), "Gerente antigo");
    await shift.choose(dialog.getByLabel("Quem assume", { exact: true }), "Gerente novo");
    await shift.tap(dialog.getByRole("button", { name: "Assumir tudo" }));
    await shift.done(page.getByText(/^Gerente novo assumiu: /), 6);
  });
