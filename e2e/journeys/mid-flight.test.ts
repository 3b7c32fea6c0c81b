import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { isLong, isLongFor } from "../../scripts/testing/long.ts";
import { SIZES, type Visitor } from "../browser/visitor.ts";
import { ownName } from "../forms.ts";
import { INSTALLED, journey, type Keep, type OpenVisitor } from "../journey.ts";
import { addClient, plantFarm } from "../product/farm.ts";
import { openSession, type Session } from "../product/session.ts";
import { enter, signIn, storeClient } from "../screens.ts";

const { url } = inject("product");
const [PHONE] = SIZES;
/** Duplicates and wrong clocks have tests in jsdom and in the API too. */
const isEach = isLongFor("client/src/core/outbox/");
const TIME_ZONE = "America/Sao_Paulo";
const PIVOT = "Pivô de Queda";

interface Field {
  session: Session;
  clientId: string;
  today: string;
}

/** A client with one planted pivot. */
async function plant(keep: Keep): Promise<Field> {
  const session = await openSession(url, "admin");
  const { clientId } = await keep(addClient(session, ownName("Queda"), 1));
  const today = farmDay(Date.now(), TIME_ZONE);
  const farm = { clientId, name: "Queda", timezone: TIME_ZONE, plantingDate: addDays(today, -10) };
  await plantFarm(session, { ...farm, serial: `QUEDA-${clientId}`, sensors: {} });
  return { session, clientId, today };
}

/** A device with the app on it, at the pivot's card. */
async function device(visit: OpenVisitor, { clientId }: Field): Promise<Visitor> {
  const visitor = await visit(url, PHONE, INSTALLED);
  visitor.expectConnectionLoss();
  await signIn(visitor, "admin", clientId);
  await visitor.page.goto("/irrigameter");
  await visitor.page.getByRole("article", { name: PIVOT }).waitFor();
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return visitor;
}

/**
 * Lets the API act on calls, and breaks the connection before its answers arrive.
 * @returns a function that waits until it has broken: a handler that outlives its page fails the whole run
 */
async function loseAnswers({ context }: Visitor, calls: string, seen = (_path: string) => {}) {
  let [begun, ended] = [0, 0];
  await context.route(calls, async (route) => {
    begun++;
    seen(new URL(route.request().url()).pathname);
    await route.fetch();
    await context.setOffline(true);
    await route.abort("connectionreset");
    ended++;
  });
  return () => expect.poll(() => ended > 0 && ended === begun).toBe(true);
}

/** Ends the app like a phone without memory, and opens it again, with two records on the device. */
async function openAgain(visitor: Visitor): Promise<Page> {
  await visitor.page.close({ runBeforeUnload: false });
  const page = await visitor.context.newPage();
  visitor.watch(page);
  await page.goto("/irrigameter");
  await page
    .getByText(/2 registros guardados neste aparelho/)
    .first()
    .waitFor();
  return page;
}

/** Ends the loss of answers. A handler that still runs would cut the connection again, or outlive the test. */
async function reconnect({ context }: Visitor): Promise<void> {
  await context.unrouteAll({ behavior: "wait" });
  await context.setOffline(false);
}

async function recordRain(page: Page, mm: string): Promise<void> {
  await page.getByRole("button", { name: `Mais ações de ${PIVOT}` }).click();
  await page.getByRole("button", { name: "Registrar chuva" }).click();
  const dialog = page.getByRole("dialog", { name: /^Registrar chuva/ });
  await dialog.getByLabel("Chuva, mm").fill(mm);
  await dialog.getByRole("button", { name: "Registrar", exact: true }).click();
  await page
    .getByText(/^Chuva de .* guardada neste aparelho/)
    .first()
    .waitFor();
}

async function recordWatering(page: Page, mm: string): Promise<void> {
  await page.getByRole("article", { name: PIVOT }).getByRole("button", { name: "Irriguei" }).click();
  const dialog = page.getByRole("dialog", { name: /^Irriguei/ });
  await dialog.getByLabel("Lâmina bruta, mm").fill(mm);
  // The one time that is never in the future.
  await dialog.getByLabel("Início").fill("00:00");
  await dialog.getByRole("button", { name: "Registrar", exact: true }).click();
  const anyway = dialog.getByRole("button", { name: "Registrar mesmo assim" });
  const storedNotice = page.getByText(/^Irrigação de .* guardada neste aparelho/).first();
  await anyway.or(storedNotice).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await storedNotice.waitFor();
}

const rains = ({ session, clientId }: Field) =>
  session.get<{ mm: number; date: string }[]>(`/Rain/GetByClientID?ID=${clientId}`);
const waterings = ({ session, clientId }: Field) =>
  session.get<{ grossMm: number }[]>(`/Watering/GetByClientID?ID=${clientId}`);

journey("records whose answers were lost survive the end of the app, and arrive once", async ({ keep, visit }) => {
  const field = await plant(keep);
  const visitor = await device(visit, field);
  const broken = await loseAnswers(visitor, "**/api/*/{Import,Record}");
  await recordRain(visitor.page, "8");
  await recordWatering(visitor.page, "6");
  await expect.poll(() => rains(field)).toHaveLength(1);
  await broken();

  const page = await openAgain(visitor);
  await page.getByRole("button", { name: "Ver registros" }).click();
  await page.getByText("sem resposta ainda; será reenviado").first().waitFor();
  await page.keyboard.press("Escape");
  const outcome = page.getByText(/(enviada e registrada|enviados e registrados)$/).first();
  // Waits from before the connection is back, because the message is short.
  await Promise.all([outcome.waitFor(), reconnect(visitor)]);
  await page.getByRole("button", { name: "Ver registros" }).waitFor({ state: "detached" });
  await expect.poll(async () => [(await rains(field)).length, (await waterings(field)).length]).toEqual([1, 1]);
});

if (isLong)
  journey(
    "an alert is taken and resolved while the answers are lost: once, and its user hears of both",
    async ({ keep, visit }) => {
      const session = await openSession(url, "admin");
      const { clientId } = await keep(addClient(session, ownName("Alarme"), 1));
      const plantingDate = addDays(farmDay(Date.now(), TIME_ZONE), -10);
      const farm = { clientId, name: "Queda", timezone: TIME_ZONE, plantingDate, serial: `ALARME-${clientId}` };
      const { serial } = await plantFarm(session, { ...farm, sensors: { airTemp: "°C" } });
      const readings = [{ variable: "airTemp", date: new Date().toISOString(), value: 1 }];
      await session.post("/Reading/Insert", { serial, readings });
      interface Alert {
        _id: string;
        type: string;
        takenByName?: string;
        resolvedByName?: string;
        note?: string;
      }
      const frost = async () => {
        const path = `/Notification/GetByClientID?ID=${clientId}&limit=100`;
        return (await session.get<{ items: Alert[] }>(path)).items.find(({ type }) => type === "frost");
      };
      await expect.poll(frost, { timeout: 20_000 }).toBeDefined();

      const visitor = await device(visit, { session, clientId, today: "" });
      const calls: string[] = [];
      const broken = await loseAnswers(visitor, "**/api/Notification/{Take,Resolve}", (path) => calls.push(path));
      const bell = visitor.page.getByRole("button", { name: /^Notificações/ });
      await bell.click();
      const alert = visitor.page.getByRole("article", { name: /geada/i }).first();
      await alert.getByRole("button", { name: "Assumir" }).click();
      await alert.getByText(/^Assumido por .* ainda não enviado$/).waitFor();
      await alert.getByRole("textbox").fill("Aspersores ligados");
      await alert.getByRole("button", { name: "Resolver" }).click();
      await visitor.page
        .getByText(/^Alerta resolvido, guardado neste aparelho/)
        .first()
        .waitFor();
      await alert.waitFor({ state: "detached" });
      expect((await frost())?.takenByName).toBeDefined();

      await broken();
      // Both acts are still on the device.
      const page = await openAgain(visitor);
      const outcome = page.getByText(/2 registros enviados e registrados|^Alerta resolvido\./).first();
      await Promise.all([outcome.waitFor({ timeout: 40_000 }), reconnect(visitor)]);
      await expect.poll(frost).toMatchObject({ note: "Aspersores ligados", takenByName: expect.any(String) });
      expect(calls).toEqual(["/api/Notification/Take"]);
    },
  );

if (isEach)
  journey(
    "the same irrigation of two devices without a signal becomes one record, and both show it",
    async ({ keep, visit }) => {
      const field = await plant(keep);
      const devices = [await device(visit, field), await device(visit, field)];
      for (const { page, context } of devices) {
        await context.setOffline(true);
        await recordWatering(page, "6");
      }
      // One after the other, so that the second one finds the record of the first.
      for (const [index, { page, context }] of devices.entries()) {
        await context.setOffline(false);
        const outcome = index === 0 ? /enviada e registrada/ : "o servidor já tinha este registro: ficou um só";
        await page.getByText(outcome).first().waitFor();
      }
      expect(await waterings(field)).toHaveLength(1);
    },
  );

if (isEach)
  journey(
    "a device whose clock is a day ahead logs in, shows a notice, and records on the right day",
    async ({ keep, visit }) => {
      const field = await plant(keep);
      const visitor = await visit(url, PHONE, INSTALLED);
      const { page } = visitor;
      await page.clock.setSystemTime(Date.now() + 26 * HOUR_MS);
      await enter(visitor, "admin");
      await storeClient(visitor, field.clientId);
      await page.goto("/irrigameter");
      await page
        .getByText(/O relógio deste aparelho está 26 h adiantado/)
        .first()
        .waitFor();
      await recordRain(page, "8");
      await expect.poll(() => rains(field)).toMatchObject([{ mm: 8, date: field.today }]);
    },
  );
