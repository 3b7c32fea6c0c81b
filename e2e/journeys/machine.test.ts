import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { CommandMessage } from "@lamina/shared/records/commands/pivot-command";
import type { DeviceSecret } from "@lamina/shared/records/telemetry";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { expect } from "vitest";
import { factsOf } from "../browser/read.ts";
import { JOURNEY_SIZES } from "../browser/visitor.ts";
import { journey, type Keep } from "../journey.ts";
import { startApi } from "../product/api.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { addClient, plantFarm } from "../product/farm.ts";
import { type MovedClock, openClock } from "../product/moved-clock.ts";
import { openPanel, type PanelDevice } from "../product/panel.ts";
import { mm } from "../product/said.ts";
import { openSession } from "../product/session.ts";
import { moveTo, signIn } from "../screens.ts";

const TIME_ZONE = "America/Sao_Paulo";
/** In the last half hour of the peak, so that the advice starts the run after it. */
const BEGIN = "2026-11-26T23:35:00Z";
const PEAK_END = "2026-11-27T00:00:00Z";
const NAME = "Fazenda Ida e Volta";
const PIVOT = `Pivô de ${NAME}`;
const FLOW_M3H = 150;
const AREA_HA = (Math.PI * 300 ** 2) / 10_000;
/** Hours of water until the rain. */
const HOURS = 2;
const PASSWORD = "uma senha da jornada";

/** A farm without the demo, whose plan has one run after the peak, and its panel at rest. */
async function plant(keep: Keep, clock: MovedClock) {
  const api = await keep(startApi({ ...clock.env, DEMO: "0", ADMIN_PASSWORD: PASSWORD }));
  const bff = await keep(startBff({ ...bffEnvironment(api), ...clock.env }));
  const session = await openSession(bff.url, "admin", PASSWORD);
  const { clientId } = await keep(addClient(session, NAME, 1));
  const days = [0, 1, 2, 3, 4, 5, 6];
  await session.post("/Tariff/Insert", {
    ...{ clientId, name: "Verde" },
    windows: [
      { days, from: "18:00", to: "21:00", kind: "peak", brlKwh: 3 },
      { days, from: "21:00", to: "18:00", kind: "offpeak", brlKwh: 0.4 },
    ],
  });
  const farm = await plantFarm(session, {
    ...{ clientId, name: NAME, timezone: TIME_ZONE, serial: "IDA-EM" },
    plantingDate: addDays(farmDay(clock.now(), TIME_ZONE), -3),
    sensors: { airTemp: "°C", rain: "mm" },
    pivot: { pumpKw: 60 },
    initialMoisturePct: 30,
  });
  const hours = Array.from({ length: 24 * 4 }, (_, hour) => new Date(clock.now() - hour * HOUR_MS).toISOString());
  const readings = hours.flatMap((date, hour) => [
    { variable: "airTemp", date, value: 20 + (hour % 12) },
    { variable: "rain", date, value: 0 },
  ]);
  await session.post("/Reading/Insert", { serial: farm.serial, readings });
  const serial = "IDA-PAINEL";
  const { farmId, pivotId } = farm;
  const { _id } = await session.post<{ _id: string }>("/Device/Insert", {
    ...{ clientId, farmId, pivotId, serial, sensorTypeId: "pivot-panel", name: "Painel" },
  });
  const { secret } = await session.post<DeviceSecret>("/Device/RotateSecret", { _id });
  const panel = await keep(openPanel(api, serial, secret));
  return { url: bff.url, session, clientId, farm, panel };
}

/** What the panel reports of its machine at a moment. */
const report = (at: number, running: boolean, { percent = 0, angleDeg = 0 } = {}) => ({
  ...{ date: new Date(at).toISOString(), running, wet: running, direction: running ? "forward" : "stopped" },
  ...{ angleDeg, percent, flowM3h: running ? FLOW_M3H : 0 },
});

/** The panel says that it obeys, which proves nothing. */
async function accept(panel: PanelDevice, { id }: CommandMessage, clock: MovedClock): Promise<void> {
  for (const state of ["received", "accepted"])
    await panel.say("command-states", { id, state, date: new Date(clock.now()).toISOString() });
}

/** Hours of a revolution at a setting. */
const revolutionHours = (percent: number) => (100 * 10) / percent;

journey.for(JOURNEY_SIZES)(
  "from the advice to the machine and back on the $size: programmed, started, stopped after rain, and its water recorded",
  async (size, { keep, visit }) => {
    const clock = await keep(openClock(BEGIN));
    const { url, session, clientId, farm, panel } = await plant(keep, clock);
    await panel.say("pivot", report(clock.now(), false));
    const decision = async () =>
      (await session.get<Irrigameter>(`/Irrigameter/GetByClientID?ID=${clientId}`)).machines[0]?.decision;
    await expect.poll(decision).toMatchObject({ kind: "run", startAt: new Date(PEAK_END).toISOString() });
    const visitor = await visit(url, size, { clockOffsetMs: clock.offsetMs() });
    const { page } = visitor;
    await signIn(visitor, "admin", clientId, PASSWORD);
    await page.goto("/irrigameter/calculated-pivot");
    const button = (words: string) => page.getByRole("button", { name: `${words}: ${PIVOT}`, exact: true });
    const line = page.getByRole("article", { name: PIVOT });

    await button("Programar 21:00").click();
    await button("Programar para 21:00").click();
    await line.getByText("Ligar: programado para 21:00").waitFor();

    // The panel hears of it at the moment, and its word is no proof.
    await clock.moveTo(PEAK_END, [page]);
    const start = await panel.order();
    expect(start).toMatchObject({ command: "start", wet: true, percent: expect.any(Number) });
    await accept(panel, start, clock);
    await line.getByText("Ligar: aceito pelo painel").waitFor();
    const { percent = 100 } = start;
    const startedAt = clock.now();
    const step = (hours: number) =>
      report(startedAt + hours * HOUR_MS, true, { percent, angleDeg: (360 * hours) / revolutionHours(percent) });
    await panel.say("pivot", step(0));
    await line.getByText("Ligar: feito, provado pela telemetria").waitFor();

    await clock.moveTo(new Date(startedAt + HOURS * HOUR_MS).toISOString(), [page]);
    for (let hours = 0.25; hours <= HOURS; hours += 0.25) await panel.say("pivot", step(hours));
    await line.getByText("REGANDO").waitFor();
    const rains = [45, 30, 15, 1].map((minutes) => new Date(clock.now() - minutes * MINUTE_MS).toISOString());
    await session.post("/Reading/Insert", {
      serial: farm.serial,
      readings: rains.map((date) => ({ variable: "rain", date, value: 20 })),
    });
    await line.getByText("PARAR", { exact: true }).waitFor();
    await button("Parar").click();
    await button("Parar agora").click();
    const stop = await panel.order();
    expect(stop).toMatchObject({ command: "stop" });
    await accept(panel, stop, clock);
    await line.getByText("Parar: aceito pelo painel").waitFor();
    await panel.say("pivot", report(clock.now(), false, { angleDeg: step(HOURS).angleDeg }));
    // A machine that needs nothing more is no line of the list.
    await page.getByText("Parar: feito, provado pela telemetria").first().waitFor();

    // Its water, as the panel reported it, is a record of the balance.
    const waterings = () => session.get<{ grossMm: number }[]>(`/Watering/GetByClientID?ID=${clientId}`);
    await expect.poll(async () => (await waterings()).length).toBe(1);
    const [watering] = await waterings();
    const flowMm = (FLOW_M3H * HOURS) / (10 * AREA_HA);
    expect(watering?.grossMm).toBeCloseTo(flowMm, 1);

    // The irrigâmetro has it at once.
    await moveTo(visitor, `/irrigameter/calculated-pivot?setor=${farm.sectorId}`);
    const detail = page.getByRole("region", { name: PIVOT, exact: true });
    await expect
      .poll(() => factsOf(detail), { message: "the irrigâmetro" })
      .toMatchObject({ "Irrigação 24 h": mm(flowMm) });
  },
);
