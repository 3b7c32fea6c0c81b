import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { referencePath } from "../../agronomy/src/testing/reference.ts";
import { readWeatherCsv } from "./input/weather-csv.ts";
import { computeSeason } from "./season/season-compute.ts";
import { readSeasonFile } from "./season/season-file.ts";

type Json = Record<string, unknown>;
interface Scenario extends Json {
  id: string;
  columns: string[];
  daily: (string | number | null)[][];
  site: Json;
  crop: Json;
  soil: Json;
  options: Json;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agronomy-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program's file directly, because npm takes longer to start than the program to run. */
function run(program: "balance" | "eto", ...args: string[]) {
  const file = join(ROOT, "tools", `${program}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

/** Runs a program as a user does. */
function npmRun(...args: string[]) {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", ...args], { cwd: ROOT, encoding: "utf8" });
  return { status, stdout, stderr };
}

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The reference seasons, one of them changed. */
function seasonText(change: (scenario: Scenario) => void): string {
  const file = JSON.parse(readFileSync(referencePath("pyfao56-season.json"), "utf8")) as { scenarios: Scenario[] };
  const scenario = file.scenarios[0];
  if (!scenario) throw new Error("The reference file has no scenario.");
  change(scenario);
  return JSON.stringify(file);
}

const seasonFile = (change: (scenario: Scenario) => void) => write("season.json", seasonText(change));

/** Computes a file's text as the balance program does, without a process for each small change. */
const computeSeasons = (content: string) => readSeasonFile(content).map(computeSeason);

const setCell = (column: string, row: number, value: string | number | null) => (scenario: Scenario) => {
  (scenario.daily[row - 1] ?? [])[scenario.columns.indexOf(column)] = value;
};
const dropColumn = (column: string) => (scenario: Scenario) => {
  const at = scenario.columns.indexOf(column);
  scenario.columns.splice(at, 1);
  for (const cells of scenario.daily) cells.splice(at, 1);
};
const addColumn = (column: string, value: number) => (scenario: Scenario) => {
  scenario.columns.push(column);
  for (const cells of scenario.daily) cells.push(value);
};

describe("npm run balance", () => {
  it("gives the reference file's structure, with a clean output", () => {
    const { status, stdout, stderr } = npmRun("balance", "--", referencePath("pyfao56-season.json"));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const answer = JSON.parse(stdout) as { scenarios: Scenario[] };
    expect(answer.scenarios.map(({ id }) => id)).toEqual(["open-A-dual", "open-B-single"]);
    expect(answer.scenarios[0]?.daily).toHaveLength(196);
  });

  it("finds a file by its path from where npm was called", () => {
    const file = seasonFile(() => {});
    const { stdout } = spawnSync("npm", ["run", "--silent", "balance", "--", relative(join(ROOT, "docs"), file)], {
      cwd: join(ROOT, "docs"),
      encoding: "utf8",
    });
    expect(stdout).toContain("open-A-dual");
  });

  it("prints its help", () => {
    const { status, stdout } = run("balance", "--help");
    expect(status).toBe(0);
    expect(stdout).toContain("npm run --silent balance");
  });

  it.each<[string, string[], (scenario: Scenario) => void]>([
    ["an unknown column", ["open-A-dual", "colourOfSky"], addColumn("colourOfSky", 1)],
    ["a missing column", ["open-A-dual", "coluna P"], dropColumn("P")],
    ["an empty cell of rain", ["open-A-dual", "coluna P", "linha 3", "2018-04-20"], setCell("P", 3, null)],
    ["a word for a number", ["coluna Tmax", "linha 2"], setCell("Tmax", 2, "quente")],
    ["a value beyond nature", ["coluna RHmax", "linha 5"], setCell("RHmax", 5, 140)],
    ["a gap in the days", ["coluna date", "linha 7"], setCell("date", 7, "2018-05-30")],
    ["a day of the year that is not the date's", ["coluna J", "linha 4"], setCell("J", 4, 9)],
    ["Tmax below Tmin", ["coluna Tmax", "linha 1"], setCell("Tmax", 1, -3)],
    ["a row that is too short", ["linha 6"], (scenario) => scenario.daily[5]?.pop()],
    ["an unknown mode", ["mode"], (scenario) => Object.assign(scenario, { mode: "triple" })],
    ["a missing crop coefficient", ["crop.Kcb"], (scenario) => delete scenario.crop.Kcb],
    ["an unknown option", ["options.magic"], (scenario) => Object.assign(scenario.options, { magic: true })],
    ["an unknown key of the crop", ["crop.colour"], (scenario) => Object.assign(scenario.crop, { colour: "red" })],
    [
      "another reference surface",
      ["site.reference"],
      (scenario) => Object.assign(scenario.site, { reference: "concrete" }),
    ],
    [
      "runoff without a curve number",
      ["options.runoff"],
      (scenario) => Object.assign(scenario.options, { runoff: true }),
    ],
    [
      "capillary rise without its column",
      ["options.capillary_rise", "CR"],
      (scenario) => Object.assign(scenario.options, { capillary_rise: true }),
    ],
    ["a CR column that no option asks for", ["CR", "options.capillary_rise"], addColumn("CR", 1)],
    ["an efficiency of zero", ["efficiency_pct"], (scenario) => Object.assign(scenario, { efficiency_pct: 0 })],
    ["another unit", ["units.wind"], (scenario) => Object.assign(scenario.units as Json, { wind: "km/h" })],
    ["another period", ["end"], (scenario) => Object.assign(scenario, { end: "2018-200" })],
    [
      "wilting point above field capacity",
      ["soil.thetaWP"],
      (scenario) => Object.assign(scenario.soil, { thetaWP: 0.3 }),
    ],
    [
      "a rule of automatic irrigation that it does not know",
      ["autoirrigate.colour"],
      (scenario) => {
        dropColumn("I")(scenario);
        Object.assign(scenario, { autoirrigate: { mad: 0.4, colour: 20 } });
      },
    ],
    [
      "nothing to start from",
      ["Dr_initial_mm"],
      (scenario) => {
        delete scenario.Dr_initial_mm;
        delete scenario.soil.theta0;
      },
    ],
  ])("refuses %s by name", (_what, names, change) => {
    for (const name of names) expect(() => computeSeasons(seasonText(change))).toThrow(name);
  });

  it("reports every problem on the standard error, and prints no output", () => {
    const { status, stdout, stderr } = run(
      "balance",
      seasonFile((scenario) => {
        setCell("Tmax", 2, "quente")(scenario);
        setCell("P", 3, null)(scenario);
      }),
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringContaining("coluna Tmax, linha 2 (2018-04-19)"),
      expect.stringContaining("coluna P, linha 3 (2018-04-20)"),
    ]);
  });

  it.each([
    ["no file", []],
    ["a file that is not there", ["/nowhere/at/all.json"]],
    ["an unknown option", ["--sideways"]],
  ])("refuses %s", (_what, args) => {
    const { status, stdout, stderr } = run("balance", ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).not.toContain("    at ");
  });

  it("rejects invalid JSON", () => {
    expect(run("balance", write("broken.json", "{ nope")).status).toBe(1);
  });

  it.each<[string, (scenario: Scenario) => void]>([
    ["p_constant", (scenario) => Object.assign(scenario.options, { p_constant: true })],
    ["kc_climate_adjustment", (scenario) => Object.assign(scenario.options, { kc_climate_adjustment: true })],
    [
      "runoff",
      (scenario) => {
        Object.assign(scenario.options, { runoff: true });
        Object.assign(scenario.soil, { CN2: 85 });
      },
    ],
    [
      "capillary_rise",
      (scenario) => {
        Object.assign(scenario.options, { capillary_rise: true });
        addColumn("CR", 0.5)(scenario);
      },
    ],
    ["efficiency_pct", (scenario) => Object.assign(scenario, { efficiency_pct: 70 })],
    ["Dr_initial_mm", (scenario) => Object.assign(scenario, { Dr_initial_mm: 3 })],
    ["site.wind_height_m", (scenario) => Object.assign(scenario.site, { wind_height_m: 10 })],
    ["site.reference", (scenario) => Object.assign(scenario.site, { reference: "tall alfalfa (ETr)" })],
    ["soil.REW", (scenario) => Object.assign(scenario.soil, { REW: 8 })],
    ["soil.Ze", (scenario) => Object.assign(scenario.soil, { Ze: 0.1 })],
    [
      "a derived soil.REW and soil.Ze",
      (scenario) => {
        delete scenario.soil.REW;
        delete scenario.soil.Ze;
      },
    ],
  ])("honours %s", (_what, change) => {
    const depletions = (content: string) => computeSeasons(content)[0]?.rows.map(({ dr }) => dr);
    const plain = depletions(seasonText(dropColumn("ET0")));
    const changed = depletions(
      seasonText((scenario) => {
        dropColumn("ET0")(scenario);
        change(scenario);
      }),
    );
    expect(changed).not.toEqual(plain);
  });
});

describe("automatic irrigation", () => {
  const automatic = (rule: Json) => {
    const { stdout } = run(
      "balance",
      seasonFile((scenario) => {
        dropColumn("I")(scenario);
        Object.assign(scenario, { autoirrigate: rule });
      }),
    );
    const [scenario] = (JSON.parse(stdout) as { scenarios: (Scenario & { totals: Record<string, number> })[] })
      .scenarios;
    if (!scenario) throw new Error("No scenario in the answer.");
    const column = (name: string) => scenario.daily.map((cells) => Number(cells[scenario.columns.indexOf(name)]));
    return { totals: scenario.totals, irrigation: column("I"), dr: column("Dr"), taw: column("TAW") };
  };

  it("irrigates on the morning after the depletion exceeded its share of TAW", () => {
    const { irrigation, dr, taw, totals } = automatic({ mad: 0.4 });
    expect(totals.irrigation_events).toBeGreaterThan(5);
    irrigation.forEach((depth, day) => {
      if (day > 0) expect(depth > 0).toBe((dr[day - 1] ?? 0) / (taw[day - 1] ?? 1) > 0.4);
    });
  });

  it("respects its limits, its interval and its period", () => {
    const { irrigation } = automatic({ mad: 0.3, imin: 8, imax: 12, dsli: 3, start: "2018-150", end: "2018-250" });
    const days = irrigation.flatMap((depth, day) => (depth > 0 ? [day] : []));
    for (const day of days) expect(irrigation[day]).toBeGreaterThanOrEqual(8);
    for (const day of days) expect(irrigation[day]).toBeLessThanOrEqual(12);
    expect(Math.min(...days)).toBeGreaterThanOrEqual(150 - 108);
    expect(Math.max(...days)).toBeLessThanOrEqual(250 - 108);
    expect(Math.min(...days.slice(1).map((day, index) => day - (days[index] ?? 0)))).toBeGreaterThanOrEqual(3);
  });
});

describe("npm run eto", () => {
  const site = ["--lat", "-15.6", "--elevation", "180", "--wind-height", "10"];

  it("reads a Brazilian file: BOM, semicolons, decimal commas, Portuguese headers", () => {
    const file = write(
      "br.csv",
      "\uFEFFData;Tmáx;Tmín;URmáx;URmín;Radiação;Vento\r\n20/01/2026;33,0;23,0;95;50;21,0;2,5\r\n21/01/2026;32,1;22,4;;;;\r\n",
    );
    const { status, stdout, stderr } = npmRun("eto", "--", file, ...site);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(
      /^date;J;ET0;method;estimated\n2026-01-20;20;\d,\d{6};pm;\n2026-01-21;21;\d,\d{6};hargreaves;humidity radiation wind\n$/,
    );
  });

  it("gives the same from a plain file with the site in columns", () => {
    const plain = write(
      "plain.csv",
      "J,Tmax,Tmin,RHmax,RHmin,Rs,wind,lat,elevation,wind_height\n20,33.0,23.0,95,50,21.0,2.5,-15.6,180,10\n",
    );
    const brazilian = write("br.csv", "J;Tmax;Tmin;RHmax;RHmin;Rs;wind\n20;33,0;23,0;95;50;21,0;2,5\n");
    const value = (text: string, separator: string) => text.split("\n")[1]?.split(separator)[2]?.replace(",", ".");
    expect(value(run("eto", plain).stdout, ",")).toBe(value(run("eto", brazilian, ...site).stdout, ";"));
  });

  it.each([
    [
      "units in brackets",
      "\nDia;T. máx (°C);T. mín (°C);UR [%];Radiação solar (W/m²);Vento (km/h)\n20/1/2026;33;23;62;240;9\n",
    ],
    ["another encoding", Buffer.from("Dia;Tmáx;Tmín;UR;Radiação;Vento\n20/01/2026;33;23;62;20,736;2,5\n", "latin1")],
    ["quoted decimal commas", 'date,Tmax,Tmin,UR,Rs,wind\n2026-01-20,"33,0",23,62,"20,736","2,5"\n'],
    ["the names of pyfao56", "date,Srad,Tmax,Tmin,RHmean,Wndsp,Rain\n2026-01-20,20.736,33,23,62,2.5,4\n"],
  ])("reads %s", (_what, content) => {
    const { stdout } = run("eto", write("one.csv", content), "--lat", "-15.6", "--elevation", "180");
    expect(stdout).toMatch(/\n2026-01-20[;,]20[;,]5[.,]616379[;,]pm[;,]\n$/);
  });

  it("agrees with the reference season", () => {
    const [season] = (
      JSON.parse(readFileSync(referencePath("pyfao56-season.json"), "utf8")) as { scenarios: Scenario[] }
    ).scenarios;
    if (!season) throw new Error("The reference file has no scenario.");
    const names = ["date", "Rs", "Tmax", "Tmin", "Tdew", "RHmax", "RHmin", "wind"];
    const pick = (cells: (string | number | null)[]) =>
      names.map((name) => cells[season.columns.indexOf(name)] ?? "").join(",");
    const file = write("season.csv", `${names.join(",")}\n${season.daily.map(pick).join("\n")}\n`);
    const { stdout } = run("eto", file, "--lat", "33.069", "--elevation", "361", "--wind-height", "3");
    const lines = stdout.trim().split("\n").slice(1);
    expect(lines).toHaveLength(season.daily.length);
    lines.forEach((line, row) => {
      const expected = Number(season.daily[row]?.[season.columns.indexOf("ET0_fao56")]);
      expect(Number(line.split(",")[2])).toBeCloseTo(expected, 4);
    });
  });

  it.each([
    ["a word for a number", "date;Tmax;Tmin\n2026-01-20;quente;20\n", ["Tmax", "linha 2"]],
    ["a missing temperature", "date;Tmax;Tmin\n2026-01-20;30;20\n2026-01-21;30;\n", ["Tmin", "linha 3"]],
    ["an unknown header", "date;Tmax;Tmin;cor\n2026-01-20;30;20;1\n", ["cor"]],
    ["a header twice", "date;Tmax;Tmin;tmax\n2026-01-20;30;20;30\n", ["Tmax"]],
    ["a missing header", "date;Tmax\n2026-01-20;30\n", ["Tmin"]],
    ["a bad date", "date;Tmax;Tmin\n31/02/2026;30;20\n", ["date", "linha 2"]],
    ["a short line", "date;Tmax;Tmin\n2026-01-20;30\n", ["linha 2"]],
    ["a value beyond nature", "date;Tmax;Tmin;UR\n2026-01-20;30;20;130\n", ["RHmean", "linha 2"]],
    ["no days", "date;Tmax;Tmin\n", ["linhas"]],
    ["another unit", "date;Tmax (°F);Tmin\n2026-01-20;90;70\n", ["Tmax (°F)"]],
    ["a number that is none", "date;Tmax;Tmin\n2026-01-20;1.030,5;0x10\n", ["Tmax", "Tmin", "linha 2"]],
    ["wind given twice", "date;Tmax;Tmin;u2;wind\n2026-01-20;30;20;2;3\n", ["u2"]],
  ])("refuses %s by column and line", (_what, content, names) => {
    for (const name of names) expect(() => readWeatherCsv(content, { lat: "-15.6", elevation: "180" })).toThrow(name);
  });

  it("remarks on radiation above the clear sky, which no sensor measures", () => {
    const file = write("bright.csv", "date;Tmax;Tmin;Rs\n2026-07-15;28;14;45\n2026-07-16;28;14;20\n");
    const { status, stdout, stderr } = run("eto", file, "--lat", "-12", "--elevation", "720");
    expect([status, stdout.split("\n").length]).toEqual([0, 4]);
    expect(stderr).toMatch(
      /^2026-07-15: Rs 45\.0 MJ\/m² acima do céu limpo \(2[2-6]\.\d\): confira o sensor e a unidade\n$/,
    );
  });

  it("reports problems on the standard error, and prints no output", () => {
    const file = write("bad.csv", "date;Tmax;Tmin\n2026-01-20;quente;20\n");
    const { status, stdout, stderr } = run("eto", file, ...site);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("coluna Tmax, linha 2");
  });

  it("requires the site", () => {
    const { status, stderr } = run("eto", write("site.csv", "date;Tmax;Tmin\n2026-01-20;30;20\n"));
    expect(status).toBe(1);
    expect(stderr).toContain("--lat");
    expect(stderr).toContain("--elevation");
  });
});
