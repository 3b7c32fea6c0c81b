import type { ConsumptionRow } from "@lamina/shared/views/report";
import { expect, it, vi } from "vitest";
import { programCaller } from "../../../testing/program-caller.ts";
import type { Caller } from "../../http/caller.ts";
import { consumptionCsv } from "./consumption-csv.ts";
import { managementCsv } from "./management-csv.ts";
import { reportFile } from "./report-file.ts";
import { createReportMails } from "./report-mails.ts";

const CLIENT = "c1";
const caller = { ...programCaller([CLIENT]), name: "Ana" };
const row = {
  date: "2026-05-13",
  appliedMm: 12.34,
  requiredMm: 0,
  rain: 0,
  rainEff: 0,
  eto: 5,
  etcAdj: 4,
  dr: 3,
  raw: 20,
};
const totals = {
  ...{ eto: 5, etc: 5, etcAdj: 4, rain: 20, rainEff: 15.5, irrNet: 10, requiredMm: 11, appliedMm: 12.34, dp: 0 },
  ...{ adjustedMm: 0, stressDays: 3, excessDays: 0, adequacyPct: null, efficiencyPct: null, stressLossMm: 0 },
};
const run = {
  ...{ recommendedMm: 32.81, passes: 2, depthPerPassMm: 16.4, percent: 29, hoursRev: 60.04 },
  ...{ recommendedBrl: 979.6, recommendedTodayBrl: null, waitUntil: "2026-05-15", otherwiseMm: 5.24 },
};
const section = {
  ...{ farmId: "f1", farmName: "Sede", pivotName: "Pivô 01", sectorName: "A", cropName: null },
  ...{ sectorId: "s1", areaHa: 100, totals },
  rows: [
    {
      ...row,
      ...run,
      taw: 60,
      dp: 0,
      toSubsoil: 1.25,
      subsoilTaw: 40,
      subsoilDr: 10,
      status: "ok",
      outOfService: "pump",
      note: "=2+2; sol",
    },
  ],
};
const use: ConsumptionRow = {
  ...{ month: "2026-05", pivotId: "p1", pivotName: "Pivô 01", farmId: "f1", farmName: "Sede" },
  ...{ mm: 12.34, m3: 12_340.4, m3Ha: 123.4, hours: 41.25, flowM3h: 299, kwh: 4100, kwhMm: 332.25 },
  ...{ brl: { peak: 100, offpeak: 1900.5, reserved: 0 }, brlTotal: 2000.5, brlHa: 20, recordedM3: 12_000 },
  origin: "measured",
  knownBy: "panel",
};
const permit = { number: "7/2026", farmId: "f1", month: "2026-05", usedPct: 83.4 };

const management = vi.fn(async (_caller: Caller, { after }: { after?: string }) => pages[after ? 1 : 0]);
const consumption = vi.fn(async () => ({
  rows: [use, { ...use, farmId: "f2", farmName: "Outra", m3: 1 }],
  permits: [permit, { ...permit, month: "2026-04" }],
}));
const pages = [
  { sectors: [section], next: "s1" },
  {
    sectors: [
      { ...section, sectorId: "s2", farmId: "f2", farmName: "Outra" },
      { ...section, sectorId: "s3", sectorName: "B" },
    ],
    next: null,
  },
];
const reports = { management, consumption } as never;
const choice = { clientId: CLIENT, from: "2026-05-01", to: "2026-05-31", farmId: "f1" };

it("writes the days as spreadsheets in Brazil read them, without formulas", () => {
  const csv = new TextDecoder("utf-8", { ignoreBOM: true }).decode(managementCsv([section] as never));
  expect(csv.startsWith("\uFEFFFazenda;Pivô;")).toBe(true);
  expect(csv.split("\r\n")[1]).toBe(
    `Sede;Pivô 01;A;;13/05/2026;12,3;0;0;0;5;4;3;20;60;0;1,3;30;32,8;2;16,4;29;60;980;;15/05/2026;5,2;Adequado;bomba;"'=2+2; sol"`,
  );
});

it.each([" =1+1", "\u00a0+1", "＝1+1", "@SUM(A1)"])("keeps %j from being run as a formula", (farmName) => {
  const csv = new TextDecoder().decode(managementCsv([{ ...section, farmName }] as never));
  expect(csv.split("\r\n")[1]?.split(";")[0]).toBe(`'${farmName}`);
});

it("writes the water of each month and pivot, with empty cells for unknown money", () => {
  const [, known, unknown] = new TextDecoder()
    .decode(consumptionCsv([use, { ...use, brl: null, brlTotal: null, brlHa: null, kwh: null, kwhMm: null }]))
    .split("\r\n");
  expect(known).toBe(
    "05/2026;Sede;Pivô 01;12,3;12340;123;41,3;299;4100;332,3;100;1900,5;0;2000,5;20;12000;Medido (painel)",
  );
  expect(unknown).toBe("05/2026;Sede;Pivô 01;12,3;12340;123;41,3;299;;;;;;;;12000;Medido (painel)");
});

it("writes the key totals of each report", async () => {
  expect((await reportFile(reports, caller, { ...choice, report: "management" })).totals.split("\n")).toEqual([
    "Irrigação aplicada: 12,3 mm em média, 24.680 m³",
    "Irrigação requerida: 11,0 mm em média",
    "Chuva: 20,0 mm, efetiva 15,5 mm",
    "ETc ajustada: 4,0 mm",
    "Dias-setor em estresse (Ks < 1): 6",
    "Dias-setor com excesso: 0",
  ]);
  const { totals: lines, file } = await reportFile(reports, caller, { ...choice, report: "consumption" });
  expect(lines.split("\n")).toEqual([
    "Volume captado: 12.340 m³",
    "Bombeamento: 41,3 h",
    "Energia: 4.100 kWh",
    "Custo da energia: R$ 2.000,50",
    "Outorga 7/2026, 05/2026: 83 % do volume permitido",
  ]);
  expect(file.name).toBe("consumo-de-agua-2026-05-01-a-2026-05-31.csv");
});

it("mails all pages of the chosen farm, and nothing where mails are not set up", async () => {
  const add = vi.fn(async (_mail: { file: { content: Uint8Array } | null; subject: string }) => true);
  const where = async () => [{ name: "Santa Clara", email: null, domains: "b.com, c.coop" }];
  const users = { where: async () => [{ email: "D@x.com" }] };
  const database = { select: () => ({ from: () => ({ where, innerJoin: () => users }) }) };
  const readBefore = management.mock.calls.length;
  const request = { ...choice, report: "management", recipients: ["a@b.com", "a@b.com"] } as const;
  const mailsOf = (isConfigured: boolean) =>
    createReportMails({ database } as never, {
      reports,
      monthly: {} as never,
      mails: { isConfigured, add: add as never } as never,
    });
  await expect(mailsOf(false).send(caller, request)).rejects.toMatchObject({ given: { id: "mail-not-configured" } });
  expect(management).toHaveBeenCalledTimes(readBefore);
  const toStrangers = { ...request, recipients: ["a@b.com", "d@X.com", "z@evil.com", "b.com@z.com"] };
  await expect(mailsOf(true).send(caller, toStrangers)).rejects.toMatchObject({
    given: { errors: [{ field: "recipients", id: "not-allowed", recipients: "z@evil.com, b.com@z.com" }] },
  });
  expect(add).not.toHaveBeenCalled();
  expect(await mailsOf(true).send(caller, request)).toEqual({ matchedCount: 1 });
  const [sent] = add.mock.calls[0] ?? [];
  expect(sent).toMatchObject({
    recipients: ["a@b.com"],
    subject: "Manejo da irrigação · Santa Clara · 01/05/2026 a 31/05/2026",
  });
  const csv = new TextDecoder().decode(sent?.file?.content);
  expect(csv.trim().split("\r\n")).toHaveLength(3);
  expect(csv).not.toContain("Outra");
});

it("refuses the monthly mail of a caller that is no user, and where mails are not set up", async () => {
  const monthly = { isConfigured: false, end: vi.fn(), add: vi.fn() };
  const own = createReportMails({ database: {} as never }, { reports, monthly: monthly as never, mails: {} as never });
  const refusal = (id: string) => ({ given: { id } });
  for (const call of [own.subscribe, own.unsubscribe])
    await expect(call(caller, CLIENT, "management")).rejects.toMatchObject(refusal("no-user"));
  const ana = { ...caller, userId: "ana" };
  await expect(own.subscribe(ana, CLIENT, "management")).rejects.toMatchObject(refusal("mail-not-configured"));
});
