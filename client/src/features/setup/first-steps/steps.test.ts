import { describe, expect, it } from "vitest";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord } from "../records/data/screen-config.ts";
import { stepsOf } from "./steps.ts";

const client = { _id: "c", id: "c", name: "C", typeChart: 1, timezone: "America/Cuiaba" } as const;
const record = (_id: string, fields: object = {}) => ({ _id, ...fields }) as unknown as AnyRecord;

function steps(
  data: Parameters<typeof listsOf>[0] extends ReadonlyMap<infer Name, unknown> ? [Name, AnyRecord[]][] : never,
  recommendations: Parameters<typeof stepsOf>[0]["recommendations"] = [],
) {
  return stepsOf({ client, lists: listsOf(new Map(data)), recommendations });
}

const FARM = record("f1", { lat: -15.5, lon: -46.25 });
const GROUND: Parameters<typeof steps>[0] = [
  ["farm", [FARM]],
  ["pivot", [record("p1", { angleStart: 0, angleEnd: 360 })]],
  ["soil", [record("s1")]],
  ["pivotSector", [record("x1", { pivotId: "p1" })]],
];

/** The first open step: its key, its action, and its address. */
function next(...given: Parameters<typeof steps>): string[] {
  const step = steps(...given).find(({ isDone }) => !isDone);
  return step ? [step.key, step.action, decodeURIComponent(step.to ?? "")] : [];
}

describe("the first steps", () => {
  it("begin with the farm in the client's time zone, and block the later steps", () => {
    const [farm, pivot, soil, season, station] = steps([]);
    expect(farm).toMatchObject({
      key: "farm",
      isDone: false,
      to: "/setup/farms?parte=fazendas&novo=&campo.timezone=America%2FCuiaba",
    });
    for (const later of [pivot, soil, season, station]) expect(later?.to).toBeNull();
  });

  it.each([
    [[["farm", [FARM]]], ["pivot", "campo.farmId=f1&campo.lat=-15.5&campo.lon=-46.25"]],
    [GROUND.slice(0, 2), ["soil", "parte=solos"]],
    [GROUND.slice(0, 3), ["soil", "parte=setores&novo=&campo.pivotId=p1&campo.soilId=s1"]],
    [GROUND, ["season", "parte=culturas"]],
    [
      [...GROUND, ["crop", [record("k1")]]],
      ["season", "campo.sectorId=x1&campo.cropId=k1&campo.status=active"],
    ],
    [
      [...GROUND, ["crop", [record("k1")]], ["season", [record("n1", { sectorId: "x1", status: "planned" })]]],
      ["season", "parte=safras&registro=n1"],
    ],
  ] as [Parameters<typeof steps>[0], [string, string]][])(
    "link to the missing record with its known fields filled in (%#)",
    (data, [key, to]) => {
      const [step, , address] = next(data);
      expect(step).toBe(key);
      expect(address).toContain(to);
    },
  );

  it("begin with a file where there is an importer, also one that completes the pivots of a map", () => {
    const files = (data: Parameters<typeof steps>[0], key: string) =>
      steps(data)
        .find((step) => step.key === key)
        ?.files.map(({ to }) => to);
    expect(files([], "farm")).toEqual([
      "/setup/farms?parte=fazendas&importar=mapa",
      "/setup/farms?parte=fazendas&importar=planilha",
    ]);
    expect(files([], "pivot")).toEqual([]);
    expect(files([["farm", [FARM]]], "pivot")).toEqual([
      "/setup/farms?parte=pivos&importar=mapa",
      "/setup/farms?parte=pivos&importar=planilha",
    ]);
    expect(files(GROUND, "pivot")).toEqual(["/setup/farms?parte=pivos&importar=planilha"]);
    expect(files(GROUND, "season")).toEqual(["/setup/balance?parte=culturas&importar=planilha"]);
  });

  const SOWN: typeof GROUND = [
    ...GROUND,
    ["crop", [record("k1")]],
    ["season", [record("n1", { sectorId: "x1", status: "active" })]],
  ];
  const station = record("d1", { sensorTypeId: "weather-station", farmId: "f1" });

  it("require a station, its sensors, and its choice on the farm, unless ETo comes from the forecast", () => {
    expect(next(SOWN)).toMatchObject(["station", "Cadastrar estação", expect.stringContaining("weather-station")]);
    expect(next([...SOWN, ["device", [station]]])[1]).toBe("Cadastrar sensores");
    const measured: typeof GROUND = [...SOWN, ["device", [station]], ["sensor", [record("m1", { deviceId: "d1" })]]];
    expect(next(measured)).toEqual(["station", "Abrir fazenda", "/setup/farms?parte=fazendas&registro=f1"]);
    expect(next([...SOWN, ["config", [record("g1", { etoSource: "forecast" })]]])[0]).toBe("recommendation");
  });

  it("end with the recommendation, and say why there is none yet", () => {
    const ready: typeof GROUND = [...SOWN, ["config", [record("g1", { etoSource: "forecast" })]]];
    const last = (...given: Parameters<typeof steps>) => steps(...given).at(-1);
    expect(last(ready)?.note).toContain("clima de ontem");
    expect(last(ready, [{ action: "nodata", blockedBy: "stale-rain" }])?.note).toContain("chuva de ontem");
    expect(last(ready, [{ action: "nodata", blockedBy: "doubted-rain" }])).toMatchObject({
      note: expect.stringContaining("em dúvida"),
      to: "/setup/device?parte=qualidade",
    });
    expect(last(ready, [{ action: "wait", blockedBy: null }])).toMatchObject({ isDone: true, to: "/irrigameter" });
    expect(next(ready, [{ action: "wait", blockedBy: null }])).toEqual([]);
  });
});
