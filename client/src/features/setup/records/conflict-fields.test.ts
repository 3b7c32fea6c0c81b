import { beforeAll, expect, it, vi } from "vitest";
import { budgetView } from "../balance/budget/budget-view.tsx";
import { canopyView } from "../balance/canopy/canopy-view.tsx";
import { cropView } from "../balance/crop-view.tsx";
import { seasonView } from "../balance/season-view.tsx";
import { alertView } from "../config/alert-view.tsx";
import { clientView } from "../config/client-view.tsx";
import { manageView } from "../config/manage-view.tsx";
import { permitView } from "../config/permit-view.tsx";
import { tariffView } from "../config/tariff-view.tsx";
import { gatewayView } from "../connect/gateway-view.tsx";
import { deviceView } from "../devices/device-view.tsx";
import { sensorView } from "../devices/sensor-view.tsx";
import { farmView } from "../farms/farm-view.tsx";
import { calibrationView } from "../farms/pivots/calibration-view.tsx";
import { pivotView } from "../farms/pivots/pivot-view.tsx";
import { sectorView } from "../farms/pivots/sector-view.tsx";
import { soilView } from "../farms/soil-view.tsx";
import { waterSourceView } from "../farms/water-source-view.tsx";
import { groupView } from "../groups/group-view.tsx";
import { monitorView } from "../monitors/monitor-view.tsx";
import { userView } from "../users/user-view.tsx";
import { rainView } from "../watering/rain-view.tsx";
import { wateringView } from "../watering/watering-view.tsx";
import { listsOf } from "./data/lists-of.ts";
import { type AnyScreenConfig, entityInfo, type Kind } from "./data/screen-config.ts";
import { namedFields } from "./data/shown-value.ts";

/**
 * The form of each kind of record, which shows two versions field by field; or where two persons meet otherwise. A new
 * kind needs a row.
 */
const FORMS: Readonly<Record<Kind, AnyScreenConfig | string>> = {
  client: clientView,
  farm: farmView,
  pivot: pivotView,
  pivotSector: sectorView,
  machineCalibration: calibrationView,
  soil: soilView,
  waterSource: waterSourceView,
  waterPermit: permitView,
  tariff: tariffView,
  config: manageView,
  alertRule: alertView,
  crop: cropView,
  season: seasonView,
  canopyObservation: canopyView,
  seasonBudget: budgetView,
  device: deviceView([], undefined),
  sensor: sensorView,
  gateway: gatewayView,
  monitor: monitorView,
  rain: rainView,
  watering: wateringView,
  user: userView,
  usersGroup: groupView,
  fieldNote: "the list of unsent records shows both versions (note-dialog.test.tsx)",
  outOfService: "the list of unsent records shows both ends (out.test.tsx)",
};

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

const forms = Object.entries(FORMS).flatMap(([kind, view]) => (typeof view === "string" ? [] : [{ kind, view }]));

it.each(forms)("two versions of a $kind have words for every field", ({ kind, view }) => {
  expect(view.entity).toBe(kind);
  const { fields: schema } = entityInfo(view.entity);
  const named = namedFields(schema, view.groups(listsOf(new Map()), undefined));
  expect(named.filter(({ path, label }) => label === path || label === "").map(({ path }) => path)).toEqual([]);
});
