import { WEIGHT_TOLERANCE } from "@lamina/shared/records/telemetry";
import { variablesAt } from "@lamina/shared/records/variables";
import { Button } from "../../../ui/controls/button.tsx";
import { TextInput } from "../../../ui/controls/input.tsx";
import { useForm } from "../../../ui/form/form-context.ts";
import formStyles from "../../../ui/form/form-fields.module.css";
import { formatNumber } from "../../../ui/format.ts";
import { sensorName } from "../devices/sensor-name.ts";
import type { PartProps } from "../records/data/screen-config.ts";
import styles from "./sensor-weights.module.css";
import { text } from "./text.ts";
import { equalWeights, typedWeights, weightedOf, weightSum } from "./weights.ts";

const SOIL_WATER = variablesAt("soil-water");

/** The sensors of a monitor, each with its weight. The weights sum to 1. */
export function SensorWeights({ record, lists }: PartProps<"monitor">) {
  const { values, errors, change, readOnly } = useForm();
  const weighted = weightedOf(values);
  const isChosen = (id: string) => record?.sensorIds.includes(id) ?? false;
  const sensors = lists
    .of("sensor")
    .filter(({ _id, variable }) => SOIL_WATER.includes(variable) || weighted.some(({ sensorId }) => sensorId === _id))
    // Sensors selected at the opening are listed first and keep their place while the user selects others.
    .sort((one, other) => Number(isChosen(other._id)) - Number(isChosen(one._id)));
  const sum = weightSum(weighted);
  const wrong = Math.abs(sum - 1) > WEIGHT_TOLERANCE;
  const error = errors.sensorIds ?? errors.weights;
  const nameOf = (sensor: (typeof sensors)[number]) => {
    const device = lists.find("device", sensor.deviceId);
    return `${device?.name ?? device?.serial ?? ""} · ${sensorName(sensor)}`;
  };
  return (
    <fieldset className="grid gap-2" disabled={readOnly} aria-invalid={error ? true : undefined}>
      <legend className={formStyles.legend}>{text.sensors}</legend>
      {sensors.length === 0 && <p>{text.noSensors}</p>}
      <ul className={styles.list}>
        {sensors.map((sensor) => {
          const weight = weighted.find(({ sensorId }) => sensorId === sensor._id);
          const name = nameOf(sensor);
          return (
            <li key={sensor._id} className={styles.sensor}>
              <label>
                <input
                  type="checkbox"
                  checked={weight !== undefined}
                  onChange={({ target }) => {
                    const others = weighted.filter(({ sensorId }) => sensorId !== sensor._id);
                    change(
                      typedWeights(
                        equalWeights(target.checked ? [...others, { sensorId: sensor._id, weight: "" }] : others),
                      ),
                    );
                  }}
                />
                {name}
              </label>
              {weight && (
                <TextInput
                  aria-label={text.weightOf(name)}
                  inputMode="decimal"
                  value={weight.weight}
                  onChange={({ target }) =>
                    change(
                      typedWeights(
                        weighted.map((one) => (one.sensorId === sensor._id ? { ...one, weight: target.value } : one)),
                      ),
                    )
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
      {weighted.length > 0 && (
        <div className="row wraps gap-2 small between">
          <span className={wrong ? "danger small" : undefined}>
            {text.sum(formatNumber(sum, 3))}
            {wrong && `: ${text.sumWrong}`}
          </span>
          <Button variant="quiet" onClick={() => change(typedWeights(equalWeights(weighted)))}>
            {text.equal}
          </Button>
        </div>
      )}
      {error && <p className="danger small">{error}</p>}
    </fieldset>
  );
}
