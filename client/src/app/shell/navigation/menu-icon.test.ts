import { expect, it } from "vitest";
import { menuIcon } from "./menu-icon.ts";

it.each([
  ["/irrigameter", "water-outline", "pivot"],
  ["/charts/pluviometry", "rainy-outline", "rain"],
  ["/charts/pluviometry", "", "chart"],
  ["", "people-sharp", "group"],
  ["", "constructor", "chevronRight"],
  ["", "unheard-of", "chevronRight"],
])("draws %s with the icon %s as %s", (path, icon, drawn) => {
  expect(menuIcon({ path, icon })).toBe(drawn);
});
