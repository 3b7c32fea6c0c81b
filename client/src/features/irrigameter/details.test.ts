import { boardCard, boardContent, mergeBoard, packBoard, unpackBoard } from "@lamina/shared/views/board";
import { expect, it } from "vitest";
import { isExplained, withDetails } from "./details.ts";
import { irrigameter } from "./testing/fixtures.ts";

const whole = irrigameter();
// Rows of the fixture name another sector, which the API never does.
const view = {
  ...whole,
  sectors: whole.sectors.map((card) => ({
    ...card,
    balance: card.balance && { ...card.balance, sectorId: card.sector._id },
    recommendation: card.recommendation && { ...card.recommendation, sectorId: card.sector._id, priority: 1 },
  })),
};
const [full] = view.sectors;
if (!full?.recommendation) throw new Error("a recommended sector");
const { recommendation } = full;

it("completes a card of the board, and leaves it alone without details", () => {
  const [card] = unpackBoard(JSON.parse(JSON.stringify(packBoard(boardContent(view))))).sectors ?? [];
  if (!card) throw new Error("a card");
  expect(isExplained(card)).toBe(false);
  expect(withDetails(card, undefined)).toBe(card);
  const { dataAgeMin: _age, ...shown } = full;
  expect(withDetails(card, full)).toEqual(JSON.parse(JSON.stringify(shown)));
  expect(isExplained(withDetails(card, full))).toBe(true);
});

it("shows no details of an earlier state", () => {
  const newer = boardCard({ ...full, drNowMm: 1, recommendation: { ...recommendation, grossMm: 1 } });
  const card = withDetails(newer, full);
  expect(isExplained(card)).toBe(false);
  expect([card.drNowMm, card.recommendation?.grossMm, card.balance?.kc]).toEqual([1, 1, undefined]);
  expect(card.monitors).toEqual(full.monitors);
});

it("hides the terms of an earlier depletion", () => {
  const card = withDetails(boardCard({ ...full, drNowMm: (full.drNowMm ?? 0) + 5 }), full);
  expect(isExplained(card)).toBe(false);
});

it("keeps the cards that did not change as the same objects", () => {
  const board = boardContent(view);
  const [first, ...others] = board.sectors ?? [];
  if (!first) throw new Error("a sector");
  const merged = mergeBoard(board, { sectors: [{ ...first, drNowMm: 2 }] });
  expect(merged.sectors?.[0]?.drNowMm).toBe(2);
  expect(merged.sectors?.slice(1).every((card, index) => card === others[index])).toBe(true);
  expect(merged.pivots).toBe(board.pivots);
});
