import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "../product/program.ts";

const DIST = `${ROOT}client/dist`;
const read = (name: string) => readFileSync(`${DIST}/${name}`, "utf8");

test("the built app ships the licence of each package, also of its font and of its service worker", () => {
  const notices = read("third-party-notices.txt");
  const named = [...notices.matchAll(/^={80}\n(\S+) \S+ \(/gm)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(["react", "hucre", "leaflet", "zod", "@fontsource-variable/inter"]));
  expect(notices).toContain("SIL OPEN FONT LICENSE");
  // Workbox leaves the names of its parts in the text.
  const workers = readdirSync(DIST)
    .filter((name) => /^(sw|workbox-.*)\.js$/.test(name))
    .map(read)
    .join("\n");
  const parts = [...workers.matchAll(/workbox:([a-z-]+):\d/g)].map(([, part]) => `workbox-${part}`);
  expect(parts).not.toEqual([]);
  expect(named).toEqual(expect.arrayContaining(parts));
});
