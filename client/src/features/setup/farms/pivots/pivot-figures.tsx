import { Button } from "../../../../ui/controls/button.tsx";
import { useForm } from "../../../../ui/form/form-context.ts";
import { formatNumber } from "../../../../ui/format.ts";
import styles from "../land.module.css";
import { fieldText, numberAt } from "../place-values.ts";
import { text } from "../text.ts";
import { pivotFigures } from "./pivot-arithmetic.ts";

/** A larger difference between given and computed value suggests a typing error. */
const TOLERANCE = 0.05;

/** Area, time and depth at 100 % as computed from the form, beside the given values. */
export function PivotFigures() {
  const { values, change, readOnly } = useForm();
  const at = (path: string) => numberAt(values, path);
  const kind = typeof values.kind === "string" ? { kind: values.kind } : {};
  const computed = pivotFigures({
    ...kind,
    radiusM: at("radiusM"),
    lastTowerM: at("lastTowerM"),
    angleStart: at("angleStart"),
    angleEnd: at("angleEnd"),
    areaHa: at("areaHa"),
    flowM3h: at("flowM3h"),
    speed100MH: at("speed100MH"),
    time100H: at("time100H"),
  });
  const figures = [
    { path: "areaHa", label: text.pivot.area, unit: "ha", computed: computed.areaHa },
    { path: "time100H", label: text.pivot.time100, unit: "h", computed: computed.time100H },
    { path: "depth100Mm", label: text.pivot.depth100, unit: "mm", computed: computed.depth100Mm },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ path, label, unit, computed }) => {
        const entered = at(path);
        const off = entered !== undefined && computed !== undefined && Math.abs(computed - entered) / entered;
        return (
          <div key={path}>
            <dt>{label}</dt>
            <dd>
              {computed === undefined ? text.pivot.notYet : text.pivot.computed(formatNumber(computed, 1), unit)}
              {off !== false && off > TOLERANCE && (
                <strong className={styles.off}>
                  {text.pivot.differs(formatNumber(entered ?? null, 1), unit, formatNumber(off * 100, 0))}
                </strong>
              )}
              {!readOnly && computed !== undefined && (off === false || off > 0.005) && (
                <Button variant="quiet" onClick={() => change({ [path]: fieldText(computed, 1) })}>
                  {text.use}
                </Button>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
