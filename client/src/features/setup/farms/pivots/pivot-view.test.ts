import { PivotFields } from "@lamina/shared/records/farm";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { schemaRules } from "@lamina/shared/rules/schema-rules";
import { expect, it } from "vitest";
import { fromFormValues } from "../../../../ui/form/form-values.ts";

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
