import { expect, it } from "vitest";
import { offersBy } from "./offered-screens.ts";

it.each([
  ["nothing is known of its screens", undefined],
  ["nothing is known of its screens", ["logout"]],
])("an API offers every screen while %s", (_state, features) => {
  expect(["/maps", "/setup/farms"].every(offersBy(features))).toBe(true);
});

it("an API offers the screens that it is known to feed, and pages without data of an API", () => {
  const offers = offersBy(["screen-forecast", "screen-config"]);
  const paths = ["/forecast/forecastdaily", "/setup", "/setup/config?parte=manejo", "/policy", "/maps", "/setup/farms"];
  expect(paths.filter(offers)).toEqual(paths.slice(0, 4));
});
