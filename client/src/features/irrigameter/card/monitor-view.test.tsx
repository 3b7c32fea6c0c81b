import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { NowProvider } from "../../../ui/now.tsx";
import { AT, monitorRow } from "../testing/fixtures.ts";
import { MonitorView } from "./monitor-view.tsx";
import type { MonitorRow } from "./sensors.ts";

afterEach(cleanup);

function show(monitor: MonitorRow) {
  const { container } = render(
    <NowProvider clock={() => Date.parse(AT)}>
      <MonitorView monitor={monitor} width={300} />
    </NowProvider>,
  );
  return container.textContent;
}

it("judges each depth of water by the marks of its own layer", () => {
  show(monitorRow("s1"));
  expect(screen.getByRole("img").getAttribute("aria-label")).toMatch(
    /10 cm: 22,4 % vol, Déficit; 20 cm: 25,9 % vol, Irrigar/,
  );
});

it("does not judge a tension by marks of water, and still shows the mean in % vol", () => {
  const { profile } = monitorRow("s1");
  const words = show(monitorRow("s1", { profile: profile.map((layer) => ({ ...layer, value: 24, unit: "kPa" })) }));
  expect(screen.getByRole("img").getAttribute("aria-label")).toMatch(/10 cm: 24,0 kPa; 20 cm/);
  expect(words).toContain("27,2 % vol");
});

it("names a depth whose last reading does not count, and shows no value for it", () => {
  const [first, ...others] = monitorRow("s1").profile;
  if (!first) throw new Error("a depth");
  const words = show(monitorRow("s1", { profile: [{ ...first, value: null, flag: "stuck" }, ...others] }));
  expect(words).toContain("10 cm: leitura recusada, sensor travado");
  expect(screen.getByRole("img").getAttribute("aria-label")).toMatch(/10 cm: (?!22,4)/);
});

it("is grey and says so when the last reading is old or missing", () => {
  expect(show(monitorRow("s1", { date: "2026-05-13T10:30:00.000Z" }))).toContain("última leitura há 1 dia");
  cleanup();
  const silent = show(monitorRow("s1", { date: null, meanPct: null, trendPctDay: null, batteryPct: null }));
  expect(silent).toContain("sem leitura");
  expect(silent).toContain("–");
});
