import { expect, it } from "vitest";
import { AT, irrigameter } from "../testing/fixtures.ts";
import { ordersMessage, shiftOrders, shiftSpan } from "./shift-orders.ts";

const NOW = Date.parse(AT);
const WHERE = { timeZone: "America/Bahia", today: "2026-05-14" } as const;
const [day] = irrigameter().machines;
if (day?.decision.kind !== "run") throw new Error("the fixture has a run");
const sheet = (shift: Parameters<typeof shiftSpan>[0], days = [day]) =>
  shiftOrders(days, { span: shiftSpan(shift, NOW, WHERE), ...WHERE });

it("has the machines that run in the shift, with the panel by angle and the hour to stop", () => {
  expect(sheet("day").orders).toEqual([]);
  const table = [
    { fromDeg: 180, toDeg: 360, percent: null, grossMm: 0, sectorIds: ["p1q3"] },
    { fromDeg: 0, toDeg: 180, percent: 29, grossMm: 12, sectorIds: ["p1q1"] },
  ];
  const decision = { ...day.decision, table };
  const [order] = sheet("next", [{ ...day, decision }]).orders;
  expect(order).toMatchObject({ name: "Pivô 01", act: "LIGAR 21:30", until: "PARAR amanhã 06:00", isRunning: false });
  expect(order?.settings).toEqual([
    { where: "0° a 180°", setting: "29 %" },
    { where: "180° a 360°", setting: "seco" },
  ]);
});

it("ends in the next morning, and says of a longer run when it ends", () => {
  const evening = Date.parse("2026-05-14T22:00:00Z");
  const span = shiftSpan("morning", evening, WHERE);
  expect(new Date(span.to).toISOString()).toBe("2026-05-15T10:00:00.000Z");
  const decision = { ...day.decision, endAt: "2026-05-15T12:00:00.000Z" };
  const { orders } = shiftOrders([{ ...day, decision }], { span, ...WHERE });
  expect(orders[0]?.until).toBe("continua depois do turno, até amanhã 09:00");
});

it("forbids a machine out of service, and is one message", () => {
  const out = {
    _id: "o",
    waterSourceId: null,
    reason: "pump" as const,
    from: AT,
    until: null,
    note: null,
    userName: null,
  };
  const decision = { ...day.decision, isLeftOut: true };
  const made = sheet("next", [{ ...day, decision, outOfService: out }]);
  expect(made).toEqual({ orders: [], out: ["Não ligar Pivô 01: bomba"] });
  const { orders } = sheet("next");
  expect(ordersMessage("Ordens", orders, ["Se falhar: ligue"])).toMatch(
    /^Ordens\n\n1\. Pivô 01: LIGAR 21:30\n[\s\S]+PARAR amanhã 06:00\n\nSe falhar: ligue$/,
  );
});
