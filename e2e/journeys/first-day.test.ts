import { addDays, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { Locator, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { addClient, field, ownName, save } from "../forms.ts";
import { journey } from "../journey.ts";
import { FIRST_DAY_LINE } from "../product/task-line.ts";
import { enter } from "../screens.ts";
import { workbook } from "../workbook.ts";

const { url } = inject("product");

const TIME_ZONE = "America/Sao_Paulo";
const DAYS = 6;
const MIDDLE = { lat: -19.5, lon: -46.5 };
const [KM_LAT, KM_LON] = [1 / 110.6, 1 / 105];

/** What a person opens, types or chooses, and hands over. */
class Effort {
  screens = 0;
  values = 0;
  files = 0;

  async type(target: Locator, value: string): Promise<void> {
    this.values += 1;
    await target.fill(value);
  }

  async choose(target: Locator, label: string): Promise<void> {
    this.values += 1;
    await target.selectOption({ label });
  }

  async give(dialog: Locator, label: string, file: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    this.files += 1;
    await dialog.getByLabel(label).setInputFiles(file);
  }
}

journey(
  "from an empty client to the first recommendation by a map, a spreadsheet and a file of INMET",
  async ({ visit }) => {
    const visitor = await visit(url);
    const { page } = visitor;
    const effort = new Effort();
    const steps = page.getByRole("region", { name: /^Primeiros passos/ });
    /** Opens a step, which is another screen. */
    const open = async (link: RegExp) => {
      effort.screens += 1;
      await steps.getByRole("link", { name: link }).click();
    };
    await enter(visitor, "admin");
    await addClient(visitor, ownName("Por arquivos"));
    await steps.getByText("Ou comece por um arquivo:").waitFor();
    expect(await visitor.accessibilityProblems()).toEqual([]);

    await open(/^Mapa .*: Fazenda/);
    const map = page.getByRole("dialog", { name: "Importar mapa" });
    await effort.give(map, "Arquivo do mapa", mapFile());
    await effort.type(map.getByLabel("Altitude da nova fazenda (m)"), "850");
    await effort.choose(map.getByLabel("Solo dos setores novos"), "Solo de textura argilosa");
    await map.getByRole("button", { name: /^Importar 3 itens/ }).click();
    await map.getByText(/importadas/).waitFor();
    await map.getByRole("button", { name: "Fechar" }).click();

    await open(/^Planilha: Pivô/);
    const pivots = page.getByRole("dialog", { name: "Importar pivôs" });
    await effort.give(pivots, "Planilha ou arquivo", pivotFile());
    await pivots.getByText(/2 alteram registros/).waitFor();
    await importAll(pivots, /2 alteradas/);

    await open(/^Cadastrar cultura/);
    await effort.choose(field(page, "Começar por uma cultura da FAO-56"), "Feijão");
    await save(visitor, /Feijão: criado/);

    await open(/^Cadastrar safra/);
    const today = farmDay(Date.now(), TIME_ZONE);
    await page.getByRole("heading", { name: "Nova safra", exact: true }).waitFor();
    await effort.type(field(page, "Plantio"), addDays(today, -DAYS));
    await save(visitor, /Feijão, Pivô 1 · Setor único: criado/);

    await open(/^Cadastrar estação/);
    await page.getByRole("heading", { name: "Novo equipamento", exact: true }).waitFor();
    await effort.type(field(page, "Número de série"), `A505-${process.pid}`);
    await effort.type(field(page, "Altura"), "10");
    await save(visitor, /A505-\d+: criado/);
    await page.getByRole("button", { name: "Cadastrar estes 5 sensores" }).click();
    await page.getByText("5 sensores cadastrados.").waitFor();

    await open(/^Importar leituras/);
    const readings = page.getByRole("dialog", { name: "Importar leituras" });
    await effort.give(readings, "Planilha ou arquivo", inmetFile(addDays(today, -DAYS)));
    await importAll(readings, /importadas/);

    effort.screens += 1;
    await steps.getByRole("link", { name: "Abrir o irrigâmetro" }).click();
    await firstAdvice(page);
    const { screens, values, files } = effort;
    console.info(`${FIRST_DAY_LINE}${screens}|${values}|${files}`);
    expect({ screens, values, files }).toEqual({ screens: 7, values: 6, files: 3 });
  },
);

async function importAll(dialog: Locator, said: RegExp): Promise<void> {
  await dialog.getByRole("button", { name: /^Importar [\d.]+$/ }).click();
  await dialog.getByText(said).waitFor();
  await dialog.getByRole("button", { name: "Fechar" }).click();
}

async function firstAdvice(page: Page): Promise<void> {
  const list = page.getByRole("main").getByRole("list", { name: "O que fazer hoje, na ordem" });
  await list.getByRole("listitem").filter({ hasText: "Pivô 1" }).first().waitFor();
  expect(await list.innerText()).toMatch(/Pivô 1[\s\S]*LIGAR[\s\S]*\d+,\d\smm/);
}

/** A KML of a farm with two circles, as drawn in Google Earth: coordinates have a height. */
function mapFile() {
  const at = (east: number, north: number) => `${MIDDLE.lon + east * KM_LON},${MIDDLE.lat + north * KM_LAT},0`;
  const area = (name: string, points: readonly string[]) =>
    `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${[...points, points[0]].join(" ")}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const circle = (name: string, east: number) =>
    area(
      name,
      Array.from({ length: 72 }, (_, index) => {
        const angle = (2 * Math.PI * index) / 72;
        return at(east + 0.4 * Math.sin(angle), 0.4 * Math.cos(angle));
      }),
    );
  const farm = area("Fazenda do Mapa", [at(-2, -1), at(2, -1), at(2, 1), at(-2, 1)]);
  const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${farm}${circle("Pivô 1", -1)}${circle("Pivô 2", 1)}</Document></kml>`;
  return { name: "fazenda.kml", mimeType: "application/vnd.google-earth.kml+xml", buffer: Buffer.from(kml) };
}

/** What the map does not say, as a list that the farm has. */
const pivotFile = () =>
  workbook("pivos.xlsx", [
    ["Lista de pivôs"],
    ["Pivô", "Vazão (m³/h)", "Tempo de volta a 100 % (h)", "Lâmina a 100 % (mm)", "Eficiência"],
    ["Pivô 1", 180, 12, 4.3, 85],
    ["Pivô 2", 175.5, 12, 4.2, 85],
  ]);

/** A table of the last days of a station of INMET, as its site gives it: hours in UTC, and more than a farm measures. */
function inmetFile(from: string) {
  const rows = [
    "Data;Hora (UTC);Temp. Ins. (C);Temp. Max. (C);Temp. Min. (C);Umi. Ins. (%);Umi. Max. (%);Umi. Min. (%);Pto Orvalho Ins. (C);Pressao Ins. (hPa);Vel. Vento (m/s);Dir. Vento (graus);Raj. Vento (m/s);Radiacao (KJ/m²);Chuva (mm)",
  ];
  const decimal = (value: number) => value.toFixed(1).replace(".", ",");
  for (let at = startOfFarmDay(from, TIME_ZONE); at <= Date.now(); at += HOUR_MS) {
    const iso = new Date(at).toISOString();
    const hour = (Number(iso.slice(11, 13)) + 21) % 24;
    const warmth = (1 + Math.cos((Math.PI * (hour - 14)) / 12)) / 2;
    const sun = Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
    const [temperature, humidity] = [18 + 12 * warmth + (at % 7) / 10, 92 - 50 * warmth];
    rows.push(
      [
        `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`,
        `${iso.slice(11, 13)}00`,
        ...[temperature, temperature + 0.6, temperature - 0.6, humidity, humidity + 2, humidity - 2].map(decimal),
        ...[decimal(14), decimal(915), decimal(1.8 + 0.5 * warmth), String(90), decimal(4 + warmth)],
        sun > 0 ? decimal(2900 * sun) : "",
        "0,0",
      ].join(";"),
    );
  }
  return { name: "inmet-A505.csv", mimeType: "text/csv", buffer: Buffer.from(`${rows.join("\n")}\n`) };
}
