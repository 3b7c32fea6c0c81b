import { addDays } from "@lamina/shared/core/farm-time";
import type { Balance } from "@lamina/shared/records/balance";
import type { PivotSector } from "@lamina/shared/records/farm";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { buildMachineDay } from "@lamina/shared/views/build-machine-day";
import type { Irrigameter, SectorCard, SectorDetail } from "@lamina/shared/views/irrigameter";

/** The morning of the fixtures, and the day before. */
export const AT = "2026-05-14T10:30:00.000Z";
const TODAY = "2026-05-14";
const YESTERDAY = "2026-05-13";
const stored = { clientId: "c1", createdAt: AT, updatedAt: AT, active: true };

/** A row of a balance, mm. */
function balanceRow(change: Partial<Balance> = {}): Balance {
  return {
    sectorId: "s1",
    seasonId: "season",
    date: YESTERDAY,
    dae: 62,
    stage: "mid",
    kc: 1.15,
    rootCm: 45,
    eto: 4.8,
    etc: 5.5,
    etcAdj: 5.5,
    ks: 1,
    rain: 0,
    rainEff: 0,
    irrGross: 0,
    irrNet: 0,
    recommendedMm: 12,
    taw: 58,
    p: 0.53,
    raw: 31,
    dr: 25.4,
    dp: 0,
    storagePct: 56,
    adjustedMm: 0,
    status: "irrigate",
    origin: "measured",
    ...change,
  };
}

/** A recommendation to irrigate, explained. */
export function recommendationRow(change: Partial<Recommendation> = {}): Recommendation {
  const term = (key: string, value: number, source: string | null, at = YESTERDAY) => ({
    key,
    value,
    unit: "mm",
    source,
    at,
  });
  return {
    sectorId: "s1",
    date: TODAY,
    computedAt: "2026-05-14T10:10:00.000Z",
    action: "irrigate",
    waitUntil: null,
    netMm: 10.2,
    grossMm: 12,
    percent: 29,
    hoursRev: 37.9,
    volumeM3: 5_430,
    energyKwh: 2_310,
    costBrl: 812.4,
    startAt: "2026-05-15T00:30:00.000Z",
    endAt: "2026-05-15T09:00:00.000Z",
    hoursToCritical: 24,
    priority: 1,
    reasons: [
      term("drBefore", 19.9, "balance"),
      term("etcAdj", 5.5, "station"),
      term("rainEff", 0, "station"),
      term("irrNet", 0, null),
      term("dp", 0, "balance"),
      term("drEnd", 25.4, "balance"),
      term("drNow", 25.4, "balance", TODAY),
      { key: "raw", value: 31, unit: "mm", source: "balance", at: null },
      { key: "etc", value: 5.5, unit: "mm/d", source: "balance", at: null },
      { key: "lookAhead", value: 14.2, unit: "mm", source: "balance", at: null },
      { key: "rainForecast", value: 0, unit: "mm", source: "forecast", at: null },
      { key: "interval", value: 5.6, unit: "d", source: "balance", at: null },
    ],
    blockedBy: null,
    blockedSince: null,
    cannotKeepUp: false,
    ...change,
  };
}

function pivotSector(change: Partial<PivotSector>): PivotSector {
  return {
    ...stored,
    _id: "s1",
    pivotId: "p1",
    name: "Q1",
    angleStart: 0,
    angleEnd: 90,
    areaHa: 28,
    soilId: "soil",
    ...change,
  };
}

/** A monitor with two depths. */
export function monitorRow(
  sectorId: string,
  change: Partial<SectorCard["monitors"][number]> = {},
): SectorCard["monitors"][number] {
  const depth = (depthCm: number, value: number | null, weight: number) => ({
    sensorId: `${sectorId}-${depthCm}`,
    depthCm,
    value,
    unit: "% vol",
    at: "2026-05-14T10:18:00.000Z",
    weight,
    fcPct: 32,
    wpPct: 18,
    criticalPct: 25,
  });
  return {
    monitorId: `m-${sectorId}`,
    sectorId,
    name: "Sonda norte",
    date: "2026-05-14T10:18:00.000Z",
    profile: [depth(10, 22.4, 0.2), depth(20, 25.9, 0.3), depth(40, 29.1, 0.3), depth(60, 31.2, 0.2)],
    meanPct: 27.2,
    drMm: 31.1,
    trendPctDay: -1.4,
    status: "irrigate",
    ageMin: 12,
    soilTempC: 23.4,
    ecDsM: 0.8,
    batteryPct: 81,
    rssiDbm: -92,
    ...change,
  };
}

/** The card of a sector that needs water. */
export function sectorCard(sector: Partial<PivotSector>, change: Partial<SectorCard> = {}): SectorCard {
  const own = pivotSector(sector);
  return {
    sector: own,
    status: "irrigate",
    balance: balanceRow({ sectorId: own._id }),
    drNowMm: 25.4,
    recommendation: recommendationRow({ sectorId: own._id }),
    season: {
      ...stored,
      _id: `season-${own._id}`,
      sectorId: own._id,
      cropId: "soja",
      plantingDate: "2026-03-08",
      emergenceDate: "2026-03-13",
      initialMoisturePct: 100,
      kcMethod: "single",
      status: "active",
    },
    seasonDay: 67,
    seasonDays: 120,
    etcForecastMm: 5.8,
    rain24Mm: 0,
    irrigation24Mm: 0,
    dataAt: "2026-05-14T10:18:00.000Z",
    dataAgeMin: 12,
    monitors: [],
    sensorStatus: "nodata",
    differenceMm: null,
    differenceTooLarge: false,
    irrigatedThisRevolution: false,
    ...change,
  };
}

const quarter = (pivotId: string, number: number): Partial<PivotSector> => ({
  _id: `${pivotId}q${number}`,
  pivotId,
  name: `Q${number}`,
  angleStart: (number - 1) * 90,
  angleEnd: number * 90,
});

function calm(status: "ok" | "excess", dr: number): Partial<SectorCard> {
  return {
    status,
    drNowMm: dr,
    balance: balanceRow({ dr, status, dp: status === "excess" ? 3.1 : 0, storagePct: 100 * (1 - dr / 58) }),
    recommendation: recommendationRow({
      action: status === "ok" ? "wait" : "none",
      waitUntil: status === "ok" ? "2026-05-17" : null,
      netMm: null,
      grossMm: null,
      percent: null,
      hoursRev: null,
      volumeM3: null,
      energyKwh: null,
      costBrl: null,
      startAt: null,
      endAt: null,
      hoursToCritical: status === "ok" ? 96 : null,
      reasons: [{ key: "drNow", value: dr, unit: "mm", source: "balance", at: TODAY }],
    }),
  };
}

function pivot(change: Partial<Irrigameter["pivots"][number]>): Irrigameter["pivots"][number] {
  return {
    ...stored,
    _id: "p1",
    farmId: "f1",
    name: "Pivô 01",
    kind: "pivot",
    lat: -12.1,
    lon: -45.8,
    radiusM: 600,
    angleStart: 0,
    angleEnd: 360,
    areaHa: 113,
    flowM3h: 350,
    time100H: 11,
    depth100Mm: 3.5,
    minPercent: 10,
    maxHoursDay: 21,
    efficiencyPct: 85,
    status: {
      pivotId: change._id ?? "p1",
      date: "2026-05-14T10:28:00.000Z",
      running: true,
      wet: true,
      direction: "forward",
      angleDeg: 214,
      percent: 29,
    },
    statusAgeMin: 2,
    ...change,
  };
}

/** An irrigâmetro with the days of its machines, as the API builds them. */
export function withMachines(data: Irrigameter): Irrigameter {
  const machines = data.pivots.flatMap((pivot) => {
    const own = data.sectors.filter(({ sector }) => sector.pivotId === pivot._id);
    const sectors = own.map(({ sector, drNowMm, balance, ...card }) => ({
      sectorId: sector._id,
      name: sector.name,
      status: card.status,
      sensorStatus: card.sensorStatus,
      drMm: drNowMm,
      rawMm: balance?.raw ?? null,
      tawMm: balance?.taw ?? null,
      recommendation: card.recommendation,
    }));
    const plan = data.plans.find(({ farmId }) => farmId === pivot.farmId);
    return sectors.length === 0 ? [] : buildMachineDay({ pivot, date: TODAY, sectors, plan, permitStop: null });
  });
  return { ...data, machines };
}

/** A farm with four pivots: every status, a blocked sector, probes, a plan, an unrecorded irrigation. */
export function irrigameter(change: Partial<Irrigameter> = {}): Irrigameter {
  const farm = (_id: string, name: string): Irrigameter["farms"][number] => ({
    ...stored,
    _id,
    name,
    lat: -12.09,
    lon: -45.79,
    altitude: 769,
    timezone: "America/Bahia",
  });
  return withMachines({
    at: AT,
    decidedAt: "2026-05-14T10:10:00.000Z",
    farms: [farm("f1", "Fazenda Rio de Ondas"), farm("f2", "Fazenda Buriti")],
    pivots: [
      pivot({}),
      pivot({
        _id: "p2",
        name: "Pivô 02",
        status: { pivotId: "p2", date: AT, running: false, wet: false, direction: "stopped", angleDeg: 40 },
      }),
      pivot({ _id: "p3", name: "Pivô 03", farmId: "f2" }),
      pivot({ _id: "p4", name: "Pivô 10", farmId: "f2", status: null, statusAgeMin: null }),
    ],
    machines: [],
    soils: [],
    crops: [
      {
        ...stored,
        _id: "soja",
        name: "Soja",
        stages: ["Inicial", "Vegetativo", "Floração", "Maturação"].map((name) => ({ name, days: 30, kc: 1 })),
        kcIni: 0.4,
        kcMid: 1.15,
        kcEnd: 0.5,
        rootIniCm: 15,
        rootMaxCm: 50,
        p: 0.5,
      },
    ],
    sectors: [
      sectorCard(quarter("p1", 1), {
        status: "stress",
        drNowMm: 34.6,
        balance: balanceRow({ dr: 34.6, ks: 0.88, status: "stress", storagePct: 40 }),
        recommendation: recommendationRow({
          hoursToCritical: 0,
          cannotKeepUp: true,
          reasons: recommendationRow().reasons.map((reason) =>
            reason.key === "drNow" || reason.key === "drEnd" ? { ...reason, value: 34.6 } : reason,
          ),
        }),
        monitors: [
          monitorRow("p1q1"),
          monitorRow("p1q1", {
            monitorId: "m2",
            name: "Sonda sul",
            status: "ok",
            meanPct: 29.4,
            trendPctDay: 0.6,
            batteryPct: 12,
          }),
        ],
        sensorStatus: "irrigate",
        differenceMm: -3.5,
        irrigatedThisRevolution: true,
      }),
      sectorCard(quarter("p1", 2), {
        irrigatedThisRevolution: true,
        monitors: [monitorRow("p1q2", { drMm: 12.1, status: "ok" })],
        sensorStatus: "ok",
        differenceMm: -13.3,
        differenceTooLarge: true,
      }),
      sectorCard(quarter("p1", 3), calm("ok", 9.8)),
      sectorCard(quarter("p1", 4), calm("excess", 0)),
      sectorCard({ ...quarter("p2", 1), name: "Talhão 4", angleEnd: 360 }, calm("ok", 14.2)),
      sectorCard(
        { ...quarter("p3", 1), name: "Norte", angleStart: 270, angleEnd: 90 },
        {
          status: "nodata",
          dataAt: "2026-05-13T02:00:00.000Z",
          dataAgeMin: 1950,
          recommendation: recommendationRow({
            action: "nodata",
            netMm: null,
            grossMm: null,
            percent: null,
            hoursToCritical: null,
            reasons: [{ key: "stale-rain", value: null, unit: null, source: "station", at: "2026-05-12" }],
            blockedBy: "stale-rain",
            blockedSince: "2026-05-12",
          }),
        },
      ),
      sectorCard({ ...quarter("p3", 2), name: "Sul", angleStart: 90, angleEnd: 270 }, calm("ok", 11)),
      sectorCard(
        { ...quarter("p4", 1), name: "Único", angleEnd: 360 },
        {
          status: "fallow",
          balance: null,
          drNowMm: null,
          recommendation: null,
          season: null,
          seasonDay: null,
          seasonDays: null,
          dataAt: null,
          dataAgeMin: null,
          etcForecastMm: null,
        },
      ),
    ],
    yesterday: [
      { farmId: "f1", date: YESTERDAY, etoMm: 4.8, rainMm: 0 },
      { farmId: "f2", date: YESTERDAY, etoMm: 5.1, rainMm: 3.2 },
    ],
    plans: [
      {
        farmId: "f1",
        date: TODAY,
        items: [
          {
            sectorIds: ["p1q1", "p1q2"],
            pivotId: "p1",
            startAt: "2026-05-15T00:30:00.000Z",
            endAt: "2026-05-15T09:00:00.000Z",
            grossMm: 12,
            percent: 29,
            volumeM3: 6_720,
            energyKwh: 2_310,
            costBrl: 812.4,
            hoursToCritical: 0,
            reasons: [
              { key: "order", value: 1, unit: null, source: null, at: null },
              { key: "tariff", value: "reserved", unit: null, source: null, at: null },
            ],
          },
        ],
        unplaced: [],
        totals: { meanMm: 12, volumeM3: 6_720, hours: 8.5, energyKwh: 2_310, costBrl: 812.4 },
      },
      {
        farmId: "f2",
        date: TODAY,
        items: [],
        unplaced: [
          {
            pivotId: "p3",
            reasons: [{ key: "blocked", value: "stale-rain", unit: null, source: null, at: "2026-05-12" }],
          },
        ],
        totals: { meanMm: 0, volumeM3: 0, hours: 0, energyKwh: 0, costBrl: 0 },
      },
    ],
    detections: [
      {
        _id: "d1",
        clientId: "c1",
        sectorId: "p1q3",
        date: YESTERDAY,
        estimatedMm: 11.5,
        evidence: "probe",
        risePoints: 4.2,
        state: "open",
      },
    ],
    ...change,
  });
}

/** The farm whose first machine waters, where stopping it is worth more. */
export function stoppingBoard(): Irrigameter {
  const board = irrigameter();
  const stop = {
    ...{ stops: true, savedBrl: 612, riskedBrl: 41, hoursLeft: 12.5, rainPct: 80, drainsMm: 0, letBy: null },
    facts: { startedAt: "2026-05-14T02:00:00.000Z", rainMm: 15.8, fellMm: 0 },
  };
  const plans = board.plans.map((plan) => ({
    ...plan,
    items: plan.items.map((item) => ({ ...item, startAt: stop.facts.startedAt, underWay: true, stop })),
  }));
  return withMachines({ ...board, plans });
}

/** 30 past days and 7 future days, with possible rain. */
export function sectorDetail(): SectorDetail {
  const day = (index: number, dr: number, change: Partial<Balance> = {}) =>
    balanceRow({
      date: addDays(TODAY, index),
      dr,
      taw: 58 + Math.min(0, index) * 0.5,
      raw: 31 + Math.min(0, index) * 0.3,
      ...change,
    });
  const past = Array.from({ length: 30 }, (_, back) => {
    const index = back - 30;
    const phase = (index + 60) % 6;
    return day(index, 4 + phase * 5.2, {
      rain: phase === 2 && index % 4 === 0 ? 8 : 0,
      irrGross: phase === 0 ? 12 : 0,
    });
  });
  const ahead = (rain: boolean) =>
    Array.from({ length: 7 }, (_, index) => {
      const wet = rain && index >= 3;
      return day(index, Math.max(0, 30.9 + index * 5.5 - (wet ? 22 : 0)), {
        origin: "forecast",
        rain: rain && index === 3 ? 25 : 0,
      });
    });
  return {
    past,
    projection: {
      withRain: ahead(true),
      withoutRain: ahead(false),
      rainProbPct: [5, 10, 30, 80, 40, 20, 10],
      irrigateOn: "2026-05-14",
      irrigateOnWithoutRain: "2026-05-14",
    },
    rain: past.map(({ date, rain }) => ({
      date,
      forecastMm: rain > 0 ? rain + 2 : 0,
      measuredMm: rain,
      countedMm: rain,
      source: "device",
      gauge: "EST-01",
    })),
  };
}
