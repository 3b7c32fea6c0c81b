import { useId } from "react";
import { Button } from "../../../../ui/controls/button.tsx";
import { Check } from "../../../../ui/controls/checks.tsx";
import { asShown, decimalsOf } from "../../../../ui/format.ts";
import { ScrollRegion } from "../../../../ui/layout/scroll-region.tsx";
import { shownValue } from "../../records/data/shown-value.ts";
import styles from "../import-dialog.module.css";
import { quantityOf, type RowReader } from "../import-field.ts";
import { text } from "../text.ts";
import {
  type Choice,
  type Choices,
  type Contradiction,
  choicesFor,
  differingFields,
  usualChoice,
} from "./contradiction.ts";

const SHOWN = 50;

/** Rows that contradict stored records: both values of each field, and the choice for one row or for all. */
export function ContradictionsPart({
  contradictions,
  reader,
  choices,
  disabled,
  onChoose,
}: {
  contradictions: readonly Contradiction[];
  reader: RowReader;
  choices: Choices;
  disabled: boolean;
  onChoose: (choices: Choices) => void;
}) {
  const id = useId();
  if (contradictions.length === 0) return null;
  const offered = (["both", "file", "stored"] as const).filter((choice) =>
    contradictions.some((one) => choicesFor(one).includes(choice)),
  );
  const chooseForAll = (choice: Choice) =>
    onChoose(
      new Map(contradictions.flatMap((one) => (choicesFor(one).includes(choice) ? [[one.line, choice] as const] : []))),
    );
  const title = text.contradictions(contradictions.length);
  return (
    <ScrollRegion className={styles.choices} label={title}>
      <div className="close-stack">
        <p>
          <strong>{title}</strong> {text.chooseVersion}
        </p>
        <div className="controls">
          {offered.map((choice) => (
            <Button key={choice} disabled={disabled} onClick={() => chooseForAll(choice)}>
              {text.allRows[choice]}
            </Button>
          ))}
        </div>
        <ul className="stack">
          {contradictions.slice(0, SHOWN).map((one) => (
            <li key={one.line}>
              <fieldset disabled={disabled}>
                <legend>{text.lineOf(one.line)}</legend>
                <div className="grid gap-2">
                  <ul>
                    {shownDifferences(one, reader).map(({ path, label, stored, mine }) => (
                      <li key={path}>{text.twoValues(label, stored, mine)}</li>
                    ))}
                  </ul>
                  {choicesFor(one).map((choice) => (
                    <Check
                      key={choice}
                      type="radio"
                      name={`${id} ${one.line}`}
                      checked={(choices.get(one.line) ?? usualChoice(one)) === choice}
                      onChange={() => onChoose(new Map([...choices, [one.line, choice]]))}
                    >
                      {text.versions[choice]}
                    </Check>
                  ))}
                </div>
              </fieldset>
            </li>
          ))}
        </ul>
        {contradictions.length > SHOWN && <p>{text.contradictionsShown(SHOWN)}</p>}
      </div>
    </ScrollRegion>
  );
}

/** Both values of each field in words. Moments of the same minute are no difference that a person sees. */
function shownDifferences(one: Contradiction, { fields, schema, timeZone }: RowReader) {
  const zone = timeZone(one.mine);
  const all = differingFields(one, fields).map((field) => {
    const { path, label } = field;
    const [stored, mine] = [one.stored[path], one.mine[path]];
    const { unit } = quantityOf(field, schema);
    // As on the screens, unless their decimals hide the difference.
    const [short, other] = [stored, mine].map((value) =>
      typeof value === "number" && unit !== "" ? shownValue(asShown(value, decimalsOf(unit)), field, zone) : undefined,
    );
    return short !== undefined && other !== undefined && short !== other
      ? { path, label, stored: short, mine: other }
      : { path, label, stored: shownValue(stored, field, zone), mine: shownValue(mine, field, zone) };
  });
  const seen = all.filter(({ stored, mine }) => stored !== mine);
  return seen.length > 0 ? seen : all;
}
