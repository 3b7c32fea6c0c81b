import { uniformityClass } from "@lamina/agronomy/machine/uniformity";
import { useState } from "react";
import { Button } from "../../../../ui/controls/button.tsx";
import { Field } from "../../../../ui/controls/field.tsx";
import { TextArea } from "../../../../ui/controls/input.tsx";
import { Banner } from "../../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../../ui/feedback/dialog.tsx";
import { formatNumber } from "../../../../ui/format.ts";
import styles from "../land.module.css";
import { text } from "../text.ts";
import { coefficientsOf, readCans } from "./can-test.ts";

const words = text.cans;

interface CanTestDialogProps {
  onClose: () => void;
  /** Receives a coefficient in %. */
  onUse: (percent: number) => void;
}

/** Computes the uniformity of a pivot from a catch-can test, pasted from a spreadsheet. */
export function CanTestDialog({ onClose, onUse }: CanTestDialogProps) {
  const [pasted, setPasted] = useState("");
  const test = readCans(pasted);
  const coefficients = coefficientsOf(test);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      variant="sheet"
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <div className="close-stack">
        <Field label={words.label} hint={words.hint}>
          {(control) => (
            <TextArea
              {...control}
              rows={8}
              spellCheck={false}
              placeholder={words.example}
              value={pasted}
              onChange={({ target }) => setPasted(target.value)}
            />
          )}
        </Field>
        {test.wrongLines.length > 0 && (
          <Banner tone="warning" icon="alert" announced>
            {words.wrong(test.wrongLines.slice(0, 5).join(", "))}
          </Banner>
        )}
        {coefficients ? (
          <>
            <p className="hint">{words.count(test.cans.length)}</p>
            <dl className={styles.figures}>
              {(["cuc", "cuh", "cud"] as const).map((key) => (
                <div key={key}>
                  <dt>{words.names[key]}</dt>
                  <dd>
                    {formatNumber(coefficients[key], 1)} %
                    {key !== "cud" && ` · ${words.classes[uniformityClass(coefficients[key])]}`}
                  </dd>
                  <dd>
                    <Button variant="quiet" onClick={() => onUse(Math.max(0, coefficients[key]))}>
                      {text.use}
                    </Button>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        ) : (
          <p className="hint">{words.few}</p>
        )}
      </div>
    </Dialog>
  );
}
