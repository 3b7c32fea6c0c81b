import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fao56Crops } from "@lamina/agronomy/crop/fao56-crops";
import { addDays, farmDay, farmDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { expect, inject } from "vitest";
import type { Visitor } from "../browser/visitor.ts";
import { addClient, csvFile, fillForm, ownName, save } from "../forms.ts";
import { journey } from "../journey.ts";
import { ROOT } from "../product/program.ts";
import { enter } from "../screens.ts";

const { url } = inject("product");

const TIME_ZONE = "America/Sao_Paulo";
/** The input of the forms, and of the engine. */
const FARM = { lat: -19.5, altitudeM: 850 };
const CROP = fao56Crops.feijao;
const SOIL = { fcPct: 31, wpPct: 17 };
const PIVOT = { efficiencyPct: 85, depth100Mm: 6, time100H: 12 };
const MOISTURE_PCT = 75;
/** Default net depth of an irrigation before emergence of a crop. */
const EMERGENCE_MM = 10;
/** Days since planting, and as many of weather. */
const DAYS = 6;

/** Weather of a day: extremes of temperature and humidity, and means of wind and radiation. */
const weatherOf = (day: number) => ({
  tMax: 30 + day * 0.5,
  tMin: 18 - day * 0.3,
  rhMax: 92,
  rhMin: 41 + day,
  wind: 2.1,
  /** W/m², mean of the day; times 0.0864 in MJ/m² a day. */
  rad: 250,
});

const decimal = (value: number) => String(value).replace(".", ",");
const millimetres = (value: number) => value.toFixed(1).replace(".", ",");

journey("from an empty client to the same recommendation as the engine's, using screens only", async ({ visit }) => {
  const visitor = await visit(url);
  const { page } = visitor;
  const today = farmDay(Date.now(), TIME_ZONE);
  const days = farmDays(addDays(today, -DAYS), addDays(today, -1));
  const serial = `E2E-${process.pid}`;

  await enter(visitor, "admin");
  await addClient(visitor, ownName("Do nada"));
  await useTabulatedKc(visitor);
  await expectNext(visitor, 0, "Cadastrar fazenda");
  expect(await visitor.accessibilityProblems()).toEqual([]);

  await goOn(visitor, "Cadastrar fazenda", "Nova fazenda");
  await fillForm(page, {
    Nome: "Fazenda Nova",
    Latitude: decimal(FARM.lat),
    Longitude: "-46,5",
    Altitude: decimal(FARM.altitudeM),
  });
  await save(visitor, /Fazenda Nova: criado/);

  await goOn(visitor, "Cadastrar pivô", "Novo pivô");
  await fillForm(page, {
    Nome: "Pivô 1",
    Raio: "400",
    Vazão: "180",
    "Tempo de volta a 100 %": decimal(PIVOT.time100H),
    "Lâmina a 100 %": decimal(PIVOT.depth100Mm),
    "Eficiência de aplicação (Ea)": decimal(PIVOT.efficiencyPct),
  });
  await save(visitor, /Pivô 1: criado/);

  await goOn(visitor, "Cadastrar solo", "Novo solo");
  await fillForm(page, { Nome: "Latossolo", CC: decimal(SOIL.fcPct), PMP: decimal(SOIL.wpPct) });
  await save(visitor, /Latossolo: criado/);
  // Pivot and soil are filled in, because there is one of each.
  await goOn(visitor, "Cadastrar setor", "Novo setor");
  await save(visitor, /Pivô 1 · Setor 1: criado/);

  // The user leaves in the middle, and continues from the empty irrigâmetro.
  await page.getByRole("button", { name: "Sair dos primeiros passos" }).click();
  await page.goto("/setup/balance");
  await page.getByRole("button", { name: "Primeiros passos" }).click();
  await expectNext(visitor, 3, "Cadastrar cultura");

  await goOn(visitor, "Cadastrar cultura", "Nova cultura");
  // From the table of FAO-56, for a user who does not know the values.
  await fillForm(page, { "Começar por uma cultura da FAO-56": "Feijão" });
  await save(visitor, /Feijão: criado/);
  await goOn(visitor, "Cadastrar safra", "Nova safra");
  await fillForm(page, { Plantio: days[0] ?? "", "Umidade inicial da CAD": decimal(MOISTURE_PCT) });
  await save(visitor, /Feijão, Pivô 1 · Setor 1: criado/);

  await goOn(visitor, "Cadastrar estação", "Novo equipamento");
  await fillForm(page, { Nome: "Estação", "Número de série": serial, Altura: "2" });
  await save(visitor, /Estação: criado/);
  await page.getByRole("button", { name: "Cadastrar estes 5 sensores" }).click();
  await page.getByText("5 sensores cadastrados.").waitFor();
  // The first station of a farm is its station, and the step opens its import.
  await goOn(visitor, "Importar leituras");
  const dialog = page.getByRole("dialog", { name: "Importar leituras" });
  const rows = readings(serial, days);
  await dialog.getByLabel("Planilha ou arquivo").setInputFiles(csvFile("leituras.csv", rows));
  await dialog.getByRole("button", { name: /^Importar [\d.]+$/ }).click();
  await dialog.getByText(/importadas\./).waitFor();
  await dialog.getByRole("button", { name: "Fechar" }).click();
  await page.getByRole("link", { name: "Abrir o irrigâmetro" }).click();
  await page.waitForURL("**/irrigameter/calculated-pivot");

  const { dr, grossMm, percent } = engineAnswer(days);
  // In the order of names the list has every machine, as a card with its soil water.
  await page.goto("/irrigameter/calculated-pivot?ordem=name");
  await page.getByRole("radio", { name: "Cartões" }).click({ force: true });
  const card = page.getByRole("region", { name: "Setores" }).getByRole("article", { name: "Pivô 1" });
  await card.getByText(/^Irrigar hoje/).waitFor();
  const said = (await card.innerText()).replaceAll(/\s+/g, " ");
  expect(said).toContain(`${decimal(Number(grossMm.toFixed(1)))} mm · ${percent} %`);
  expect(said).toContain(`déficit ${millimetres(dr)} mm`);
  expect(await visitor.accessibilityProblems()).toEqual([]);
});

/** The engine of the comparison takes Kc from the crop alone: the client's setting must say the same. */
async function useTabulatedKc(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.goto("/setup/config?parte=manejo&registro=novo");
  await page.getByLabel(/^Kc corrigido pelo clima/).uncheck();
  await save(visitor, /: (criado|salvo)/);
  await page.goto("/setup/farms?passos");
}

/** So many steps are done, and this is offered next. */
async function expectNext({ page }: Visitor, done: number, action: string): Promise<void> {
  await page.getByRole("heading", { name: `Primeiros passos ${done} de 6` }).waitFor();
  await page
    .getByRole("region", { name: /^Primeiros passos/ })
    .getByRole("link", { name: new RegExp(`^${action}`) })
    .waitFor();
}

/** Opens the next step, and waits for its form, because the form of the previous step stays until then. */
async function goOn({ page }: Visitor, action: string, heading?: string): Promise<void> {
  const steps = page.getByRole("region", { name: /^Primeiros passos/ });
  await steps.getByRole("link", { name: new RegExp(`^${action}`) }).click();
  if (heading) await page.getByRole("heading", { name: heading, exact: true }).waitFor();
}

/**
 * From 0 at the coldest hour (6 h) to 1 at the warmest (14 h). Varies, because a station with a constant value is
 * judged faulty.
 */
function warmthAt(hour: number): number {
  const phase = hour >= 6 && hour <= 14 ? (hour - 14) / 8 : ((hour + 24 - 14) % 24) / 16;
  return (1 + Math.cos(Math.PI * phase)) / 2;
}

/** Radiation of an hour as a multiple of the day's mean: none at night. */
function sunshineAt(hour: number): number {
  const height = (at: number) => Math.max(0, Math.sin((Math.PI * (at - 6)) / 12));
  const sum = Array.from({ length: 24 }, (_, at) => height(at)).reduce((total, each) => total + each, 0);
  return (24 * height(hour)) / sum;
}

/** Hourly readings of a station until now, as in a logger's file. */
function readings(serial: string, days: readonly string[]): string[][] {
  const rows = [["Número de série", "Data e hora", "Grandeza", "Valor"]];
  const midnight = startOfFarmDay(days[0] ?? "", TIME_ZONE);
  for (let hour = 0; midnight + hour * HOUR_MS <= Date.now(); hour++) {
    const { tMax, tMin, rhMax, rhMin, wind, rad } = weatherOf(Math.min(Math.floor(hour / 24), DAYS - 1));
    const warmth = warmthAt(hour % 24);
    const moment = new Date(midnight + hour * HOUR_MS)
      .toLocaleString("pt-BR", { timeZone: TIME_ZONE })
      .replace(",", "")
      .slice(0, 16);
    const values = {
      "Temperatura do ar": tMin + (tMax - tMin) * warmth,
      "Umidade do ar": rhMax - (rhMax - rhMin) * warmth,
      Vento: wind + 0.3 * Math.sin((2 * Math.PI * hour) / 24),
      "Radiação solar": rad * sunshineAt(hour % 24),
      Chuva: 0,
    };
    rows.push(
      ...Object.entries(values).map(([name, value]) => [serial, moment, name, decimal(Number(value.toFixed(3)))]),
    );
  }
  return rows;
}

/** The engine's own result for the same season: `npm run balance`, and the formulas of a pivot (domain, 0). */
function engineAnswer(days: readonly string[]): { dr: number; grossMm: number; percent: number } {
  const theta = { fc: SOIL.fcPct / 100, wp: SOIL.wpPct / 100 };
  const [zIni = 0, zMax = 0] = CROP.rootsCm.map((cm) => cm / 100);
  const taw = 1000 * (theta.fc - theta.wp) * zIni;
  const scenario = {
    id: "e2e",
    mode: "single",
    site: { lat_deg: FARM.lat, elevation_m: FARM.altitudeM, wind_height_m: 2, reference: "short grass (ETo)" },
    crop: { L: CROP.days, Zr: [zIni, zMax], p: CROP.p, Kc: CROP.kc },
    soil: { thetaFC: theta.fc, thetaWP: theta.wp, theta0: theta.fc },
    options: { p_constant: false },
    efficiency_pct: PIVOT.efficiencyPct,
    Dr_initial_mm: taw * (1 - MOISTURE_PCT / 100),
    columns: ["date", "Rs", "Tmax", "Tmin", "RHmax", "RHmin", "wind", "P", "I"],
    daily: days.map((date, day) => {
      const { tMax, tMin, rhMax, rhMin, wind, rad } = weatherOf(day);
      return [date, rad * 0.0864, tMax, tMin, rhMax, rhMin, wind, 0, 0];
    }),
  };
  const folder = mkdtempSync(join(tmpdir(), "lamina-season-"));
  try {
    const file = join(folder, "season.json");
    writeFileSync(file, JSON.stringify({ scenarios: [scenario] }));
    const said = execFileSync(process.execPath, ["tools/balance.ts", file], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: "pipe",
    });
    const [{ columns, daily }] = (JSON.parse(said) as { scenarios: [{ columns: string[]; daily: number[][] }] })
      .scenarios;
    const dr = daily.at(-1)?.[columns.indexOf("Dr")] ?? Number.NaN;
    // Nothing has emerged yet, which limits a depth.
    const netMm = Math.min(dr, EMERGENCE_MM);
    const grossNeeded = netMm / (PIVOT.efficiencyPct / 100);
    // The rounding of the machine's arithmetic must not cost a whole percent.
    const percent = Math.min(100, Math.floor((100 * PIVOT.depth100Mm) / grossNeeded + 1e-9));
    return { dr, percent, grossMm: (100 * PIVOT.depth100Mm) / percent };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
