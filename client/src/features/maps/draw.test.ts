import { afterEach, expect, it, vi } from "vitest";
import type { LatLon } from "../../ui/map/geometry.ts";
import { createSurface } from "../../ui/map/surface.ts";
import { createDrawing, type Shape } from "./draw.ts";

const HUB: LatLon = [-17.21, -46.87];
/** An arm to the north, `east` degrees of longitude beside it. */
const arm = (east: number): Shape => ({
  ...{ key: "arm", kind: "line", className: "arm" },
  points: [HUB, [HUB[0] + 0.004, HUB[1] + east]],
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("draws an arm that moved within a pixel when the map is closer", () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  const element = document.body.appendChild(document.createElement("div"));
  // A reader who wants less motion.
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const surface = createSurface(element, undefined);
  expect(surface.map.options).toMatchObject({ zoomAnimation: false, fadeAnimation: false, inertia: false });
  surface.map.setView(HUB, 15);
  const outline = () => element.querySelector("path")?.getAttribute("d");
  const drawing = createDrawing(surface, { onCanvas: false });
  drawing.draw([arm(0)]);
  const before = outline();
  const written = vi.spyOn(Element.prototype, "setAttribute");
  // At zoom 15 a pixel is 0.00004° of longitude.
  drawing.draw([arm(0.00002)]);
  expect(written).not.toHaveBeenCalled();
  drawing.draw([arm(0.0004)]);
  expect(outline()).not.toBe(before);
  drawing.draw([arm(0)]);
  expect(outline()).toBe(before);
  drawing.draw([arm(0.00003)]);
  surface.map.setZoom(19);
  const closer = outline();
  drawing.draw([arm(0)]);
  expect(outline()).not.toBe(closer);
  surface.close();
});
