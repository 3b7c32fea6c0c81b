import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { DeviceSecret } from "@lamina/shared/records/telemetry";
import type { Locator } from "playwright-core";
import { expect, inject } from "vitest";
import { isLongFor } from "../../scripts/testing/long.ts";
import { factsOf } from "../browser/read.ts";
import type { Visitor } from "../browser/visitor.ts";
import { journey, type Keep } from "../journey.ts";
import { addClient, type PlantedFarm, plantFarm } from "../product/farm.ts";
import { openDevice } from "../product/publisher.ts";
import { openSession, type Session } from "../product/session.ts";
import { expectLive, signIn } from "../screens.ts";

const { url, api } = inject("product");

const TIME_ZONE = "America/Cuiaba";
const NAME = "Fazenda ao vivo";
const PIVOT = `Pivô de ${NAME}`;
/** No screen has more stops of the Tab key than this. */
const MAX_STOPS = 120;

interface LiveFarm extends PlantedFarm {
  clientId: string;
  session: Session;
}

/** A client with a farm and weather of the last days. Both are deleted when the journey ends. */
async function plantLive(keep: Keep): Promise<LiveFarm> {
  const session = await openSession(url, "admin");
  const { clientId } = await keep(addClient(session, NAME, 1));
  const today = farmDay(Date.now(), TIME_ZONE);
  const farm = await plantFarm(session, {
    ...{ clientId, name: NAME, timezone: TIME_ZONE, plantingDate: addDays(today, -3), serial: "VIVO-EM" },
    sensors: { airTemp: "°C", rain: "mm" },
  });
  const moments = Array.from({ length: 24 * 4 }, (_, hour) => new Date(Date.now() - 4 * DAY_MS + hour * HOUR_MS));
  const readings = moments.flatMap((date, hour) => [
    { variable: "airTemp", date: date.toISOString(), value: 20 + (hour % 12) },
    { variable: "rain", date: date.toISOString(), value: 0 },
  ]);
  await session.post("/Reading/Insert", { serial: farm.serial, readings });
  return { ...farm, clientId, session };
}

/** Connects a device to the broker with its own secret. */
async function connect(keep: Keep, session: Session, serial: string, deviceId: string) {
  const { secret } = await session.post<DeviceSecret>("/Device/RotateSecret", { _id: deviceId });
  return keep(openDevice(api, serial, secret));
}

async function openFarm(visitor: Visitor, { clientId }: LiveFarm, path: string): Promise<void> {
  await signIn(visitor, "admin", clientId);
  await visitor.page.goto(path);
}

/** Waits for the effect of an action, and logs its time. The time is not a condition. */
async function measured(what: string, act: () => Promise<void>, shown: Locator): Promise<void> {
  const start = performance.now();
  await act();
  await shown.waitFor();
  console.info(`${what}: ${Math.round(performance.now() - start)} ms from the device to the screen`);
}

journey("device messages from the broker appear on the screen without a reload", async ({ keep, visit }) => {
  const farm = await plantLive(keep);
  const { session, clientId, farmId, pivotId } = farm;
  const serial = "VIVO-PAINEL";
  const { _id } = await session.post<{ _id: string }>("/Device/Insert", {
    ...{ clientId, farmId, pivotId, serial, sensorTypeId: "pivot-panel", name: "Painel" },
  });
  const panel = await connect(keep, session, serial, _id);
  const station = await connect(keep, session, farm.serial, farm.deviceId);
  const step = (angleDeg: number) => ({
    ...{ date: new Date().toISOString(), running: true, wet: true, direction: "forward", angleDeg, percent: 40 },
  });

  const visitor = await visit(url);
  const { page } = visitor;
  await openFarm(visitor, farm, "/irrigameter/calculated-pivot");
  const card = await openDetail(visitor);
  await expectLive(visitor);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

  const arm = (angle: number) => card.getByText(`braço a ${angle}° · com água`);
  await measured("a pivot's first step on its card", () => panel.say("pivot", step(40)), arm(40));
  await measured("a pivot's next step on its card", () => panel.say("pivot", step(47)), arm(47));
  const rain = { variable: "rain", date: new Date().toISOString(), value: 6.5 };
  const rain24 = card.locator("div:has(> dt)", { hasText: "Chuva 24 h" }).getByText("6,5 mm");
  await measured("a reading of rain on the card", () => station.say("readings", { readings: [rain] }), rain24);

  await page.getByRole("link", { name: "Mapas" }).click();
  await page
    .getByRole("button", { name: new RegExp(`^${PIVOT}`) })
    .first()
    .click();
  const place = page.getByRole("article", { name: PIVOT });
  await place.getByText("Braço a 47°, com água").waitFor();
  const turned = place.getByText("Braço a 55°, com água");
  await measured("a pivot's step on the map", () => panel.say("pivot", step(55)), turned);
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
});

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isLongFor("client/src/features/irrigameter/"))
  journey("an irrigation is recorded and taken back by keyboard only", async ({ keep, visit }) => {
    const farm = await plantLive(keep);
    const visitor = await visit(url);
    const { page } = visitor;
    await page.clock.install();
    await openFarm(visitor, farm, "/irrigameter/calculated-pivot");
    const card = await openDetail(visitor);
    const irrigation24 = async () => (await factsOf(card))["Irrigação 24 h"];
    const waterings = () => farm.session.get<unknown[]>(`/Watering/GetByClientID?ID=${farm.clientId}`);
    // The balance of the new season is computed first.
    await expect.poll(irrigation24).toBe("0,0 mm");

    await tabTo(visitor, card.getByRole("button", { name: "Irriguei" }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Irriguei · ${PIVOT}` });
    await dialog.waitFor();
    await tabTo(visitor, dialog.getByLabel("Lâmina bruta, mm"));
    await page.keyboard.press("Control+A");
    await page.keyboard.type("10,5");
    await tabTo(visitor, dialog.getByRole("button", { name: "Registrar" }));
    // The record can be taken back on the card for some seconds before it is sent. They stop for the keys of this journey,
    // at a moment before the time limit of the calls in flight.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + REQUEST_TIMEOUT_MS / 2);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });

    await tabTo(visitor, card.getByRole("button", { name: "Desfazer" }));
    expect(await irrigation24()).toBe("10,5 mm");
    await page.keyboard.press("Enter");
    await expect.poll(irrigation24).toBe("0,0 mm");
    await page.clock.resume();
    await page.reload();
    await expect.poll(irrigation24).toBe("0,0 mm");
    expect(await waterings()).toEqual([]);
  });

/** Opens the pivot from its card in the list. */
async function openDetail({ page }: Visitor): Promise<Locator> {
  await page.getByRole("article", { name: PIVOT }).getByRole("heading").getByRole("link").click();
  const detail = page.getByRole("region", { name: PIVOT, exact: true });
  await detail.waitFor();
  return detail;
}

/** Presses the Tab key until an element has the focus. */
async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

/** Path and query of the address. */
const address = ({ page }: Visitor) => page.url().slice(url.length);

journey("period, filters and the open panel are in the address, and back undoes them", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  await signIn(visitor, "bruno");
  const at = (path: string | RegExp) => expect.poll(() => address(visitor)).toMatch(path);

  await page.goto("/charts/pluviometry");
  await page.getByRole("radio", { name: "30 dias" }).click({ force: true });
  await at("/charts/pluviometry?periodo=30d");
  const humidity = page.getByRole("link", { name: "Umidade do ar" });
  await expect.poll(() => humidity.getAttribute("href")).toContain("periodo=30d");
  await humidity.click();
  await at("/charts/airhumidity?periodo=30d");
  await page.reload();
  await expect.poll(() => page.getByRole("radio", { name: "30 dias" }).isChecked()).toBe(true);
  await page.goBack();
  await at("/charts/pluviometry?periodo=30d");
  await page.goBack();
  await at(/\/charts\/pluviometry$/);
  await expect.poll(() => page.getByRole("radio", { name: "7 dias" }).isChecked()).toBe(true);

  await page.goto("/report/irrigationmanager?periodo=7d");
  const sectors = page.getByRole("main").getByRole("listitem").getByRole("link");
  await sectors.nth(1).click();
  await at(/periodo=7d&setor=/);
  await page.reload();
  await page.getByRole("main").getByRole("article").waitFor();
  await page.goBack();
  await at(/\?periodo=7d$/);
  await page.getByRole("main").getByRole("article").waitFor({ state: "detached" });

  await page.goto("/irrigameter/calculated-pivot");
  const chips = page.getByRole("group", { name: "Filtrar por situação" });
  const word = /\D+$/.exec(await chips.getByRole("button", { disabled: false }).nth(1).innerText())?.[0].trim();
  // By its word, because its number changes while the demo farm runs.
  const chip = chips.getByRole("button", { name: new RegExp(`${word}$`) });
  await chip.click();
  await at(/\?situacao=/);
  const card = page.getByRole("region", { name: "Setores" }).getByRole("article").first();
  await card.getByRole("heading").getByRole("link").click();
  await at(/\?situacao=.+&setor=/);
  await page.reload();
  await page.getByRole("link", { name: "Fechar" }).first().waitFor();
  await page.goBack();
  await at(/\?situacao=[a-z]+$/);
  await expect.poll(() => chip.getAttribute("aria-pressed")).toBe("true");
});
