import { statusOrder } from "@lamina/shared/views/urgency";
import { Status } from "../../field/status.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import styles from "./legend.module.css";
import type { Layer } from "./map-params.ts";
import { MOISTURE_STEPS } from "./places.ts";
import shapes from "./shapes.module.css";
import { text } from "./text.ts";

const faces = [
  ["late", text.lateFace],
  ["calm", text.calmFace],
] as const;

/** The meaning of a layer's colours and figures. */
export function Legend({ layer, ofDay }: { layer: Layer; ofDay: boolean }) {
  return (
    <section aria-label={text.legend}>
      <ul className={styles.legend}>
        {(layer === "calculated" || layer === "sensor") &&
          statusOrder.map((kind) => (
            <li key={kind}>
              <Status kind={kind} />
            </li>
          ))}
        {layer === "calculated" &&
          !ofDay &&
          faces.map(([face, words]) => (
            <li key={face} className={styles.entry}>
              <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
                <rect
                  width="12"
                  height="12"
                  x="2"
                  y="2"
                  rx="3"
                  className={classNames(shapes.sector, shapes.stress, shapes[face])}
                />
              </svg>
              {words}
            </li>
          ))}
        {layer === "calculated" && !ofDay && (
          <li className={styles.entry}>
            <strong aria-hidden="true">{text.place(1)}</strong>
            {text.orderLegend}
          </li>
        )}
        {layer === "moisture" &&
          MOISTURE_STEPS.map((from, step) => (
            <li key={from} className={styles.entry}>
              <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
                <rect
                  width="15"
                  height="15"
                  x="0.5"
                  y="0.5"
                  rx="3"
                  className={classNames(styles.step, shapes[`moisture${step}`])}
                />
              </svg>
              {text.moistureFrom(String(from), MOISTURE_STEPS[step + 1]?.toString() ?? null)}
            </li>
          ))}
        {layer === "rain" && (
          <li className={styles.entry}>
            <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
              <circle cx="9" cy="9" r="8" className={shapes.rain} />
            </svg>
            {ofDay ? text.bubbleOfDay : text.bubble}
          </li>
        )}
        {ofDay ? (
          <li className={styles.entry}>
            <svg width="18" height="14" viewBox="0 0 18 14" aria-hidden="true">
              <path d="M1 7H17" className={shapes.watered} fill="none" />
            </svg>
            {text.watered}
          </li>
        ) : (
          <>
            <li className={styles.entry}>
              <svg width="18" height="14" viewBox="0 0 18 14" aria-hidden="true">
                <path d="M2 12L16 2" className={shapes.needle} fill="none" />
              </svg>
              {text.needle}
            </li>
            <li className={styles.entry}>
              <svg width="18" height="14" viewBox="0 0 18 14" aria-hidden="true">
                <path d="M2 12L16 2V12Z" className={shapes.wetTrail} />
              </svg>
              {text.wetTrail}
            </li>
          </>
        )}
        <li className={styles.entry}>
          <span className={styles.silent}>
            <Icon name="sensor" size={14} />
          </span>
          {text.silentDevice}
        </li>
      </ul>
    </section>
  );
}
