import { expect, it } from "vitest";
import { type RecordFormState, recordFormState } from "./record-form-state.ts";

const record = { _id: "p1", clientId: "c1", updatedAt: "2026-05-14T12:00:00Z" };
const typed = { name: "Pivô 1" };
const start: RecordFormState = {
  found: { values: typed },
  base: undefined,
  version: undefined,
  values: typed,
  errors: { name: "Campo obrigatório." },
  failure: "Sem conexão.",
  current: undefined,
  pending: true,
};

it("shows a saved version, and keeps input typed during the save as a change of it", () => {
  const saved = { name: "Pivô 01" };
  const adopted = recordFormState(start, { type: "adopted", record, values: saved, sent: typed });
  expect(adopted).toMatchObject({ values: saved, base: record, version: record.updatedAt, errors: {} });
  expect(adopted.found).toBeUndefined();
  const later = recordFormState(start, { type: "typed", change: (values) => ({ ...values, name: "Pivô 2" }) });
  const kept = recordFormState(later, { type: "adopted", record, values: saved, sent: typed });
  expect(kept.values).toEqual({ name: "Pivô 2" });
});

it("shows the errors of a refusal, and clears the last failure on the next attempt", () => {
  const refused = recordFormState(start, { type: "refused", errors: { lat: "Deve ser no máximo 6°." } });
  expect(refused).toMatchObject({ errors: { lat: "Deve ser no máximo 6°." }, failure: undefined });
  expect(recordFormState(refused, { type: "sent" })).toMatchObject({ errors: {}, pending: true });
});
