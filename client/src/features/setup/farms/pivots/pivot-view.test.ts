import { PivotFields } from "@lamina/shared/records/farm";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { schemaRules } from "@lamina/shared/rules/schema-rules";
import { expect, it } from "vitest";
import { fromFormValues } from "../../../../ui/form/form-values.ts";
import type { RelatedRecords } from "../../records/data/screen-config.ts";
import { asksFarm } from "./pivot-farm.ts";
import { pivotView } from "./pivot-view.tsx";

it("refuses an efficiency below 50 or above 98 %, with the limit", () => {
  const errorsOf = (efficiencyPct: string) => {
    const given = fromFormValues(PivotFields, { efficiencyPct });
    const judged = PivotFields.safeParse(given);
    return judged.success ? {} : fieldErrors(schemaRules(judged.error, given));
  };
  expect(errorsOf("1").efficiencyPct).toBe("Deve ser no mínimo 50.");
  expect(errorsOf("98,1").efficiencyPct).toBe("Deve ser no máximo 98.");
  for (const valid of ["50", "85,5", "98"]) expect(errorsOf(valid)).not.toHaveProperty("efficiencyPct");
});

it("asks for the farm above the map of a new pivot when there are several, and once", () => {
  const lists = (count: number) =>
    ({
      has: () => true,
      of: (entity: string) =>
        entity === "farm" ? Array.from({ length: count }, (_, index) => ({ _id: `f${index}`, name: `${index}` })) : [],
      find: () => undefined,
    }) as unknown as RelatedRecords;
  const inFields = (count: number, record: object | undefined) =>
    pivotView
      .groups(lists(count), record as never)
      .flatMap(({ fields }) => fields)
      .filter(({ path }) => path === "farmId").length;
  expect([inFields(1, undefined), inFields(2, undefined), inFields(2, { farmId: "f0" })]).toEqual([1, 0, 1]);
  expect([asksFarm(lists(1), undefined), asksFarm(lists(2), undefined), asksFarm(lists(2), {})]).toEqual([
    false,
    true,
    false,
  ]);
});
