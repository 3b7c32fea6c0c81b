import { Action, type Permission, Screen } from "@lamina/shared/access/rights";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../ui/form/form-context.ts";
import { wholeMatrix, withRight } from "./matrix.ts";
import styles from "./rights-matrix.module.css";
import { text } from "./text.ts";

/** A group's rights by screen and action. The head of a row or column changes all of its cells. */
export function RightsMatrix({ field }: { field: FieldSpec }) {
  const { readOnly } = useForm();
  const { value, set, error } = useField(field.path);
  const matrix = wholeMatrix((value ?? []) as readonly Partial<Permission>[]);
  const has = (screens: readonly Screen[], actions: readonly Action[]) =>
    matrix.every((row) => !screens.includes(row.screen) || actions.every((action) => row[action]));
  const flip = (screens: readonly Screen[], actions: readonly Action[]) =>
    set(withRight(matrix, { screens, actions, on: !has(screens, actions) }));
  return (
    <>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <table className={styles.matrix}>
        <caption className="only-read">{field.label}</caption>
        <thead>
          <tr>
            <th scope="col">{text.screen}</th>
            {Action.options.map((action) => (
              <th key={action} scope="col">
                <button
                  type="button"
                  disabled={readOnly}
                  title={text.wholeColumn(text.actions[action])}
                  onClick={() => flip(Screen.options, [action])}
                >
                  {text.actions[action]}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.map((row) => (
            <tr key={row.screen}>
              <th scope="row">
                <button
                  type="button"
                  disabled={readOnly}
                  title={text.wholeRow(text.screens[row.screen])}
                  onClick={() => flip([row.screen], Action.options)}
                >
                  {text.screens[row.screen]}
                </button>
              </th>
              {Action.options.map((action) => (
                <td key={action}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={text.cell(text.actions[action], text.screens[row.screen])}
                      checked={row[action]}
                      onChange={({ target }) =>
                        set(withRight(matrix, { screens: [row.screen], actions: [action], on: target.checked }))
                      }
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
