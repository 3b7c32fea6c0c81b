import { useState } from "react";
import { useLocation } from "react-router-dom";
import { classNames } from "../../../ui/class-names.ts";
import { Button, ButtonLink, IconButton } from "../../../ui/controls/button.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import { useRecordRoute } from "../records/data/params.ts";
import styles from "./first-steps.module.css";
import type { Step } from "./steps.ts";
import { text } from "./text.ts";

interface FirstStepsProps {
  steps: readonly Step[];
  onLeave: () => void;
}

/** The steps from an empty client to its first recommendation: all of them beside a list, one line above a form. */
export function FirstSteps({ steps, onLeave }: FirstStepsProps) {
  const { open } = useRecordRoute();
  const { key, pathname, search } = useLocation();
  // The user's choice to fold or unfold, until the next page.
  const [turned, setTurned] = useState<string>();
  const isWhole = (open === null) !== (turned === key);
  const next = steps.find(({ isDone }) => !isDone);
  const to = next ? next.to : "/irrigameter";
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={styles.card} aria-labelledby="first-steps" data-print="hide">
      <header className="row gap-2">
        <h2 id="first-steps" className={styles.title}>
          {text.title}
          <small>{text.progress(done, steps.length)}</small>
        </h2>
        {next && (
          <Button variant="quiet" aria-expanded={isWhole} onClick={() => setTurned(turned === key ? undefined : key)}>
            {isWhole ? text.showLess : text.showAll}
          </Button>
        )}
        <IconButton icon="close" label={text.leave} onClick={onLeave} />
      </header>
      {next && isWhole ? (
        <>
          <p className={styles.lead}>{text.lead}</p>
          <ol className={styles.steps}>
            {steps.map((step, index) => (
              <StepItem key={step.key} step={step} number={index + 1} isNext={step === next} />
            ))}
          </ol>
        </>
      ) : (
        <div className={styles.line} role="status">
          {next ? (
            <p>
              {text.next} <strong>{text.steps[next.key]}</strong> · {next.note}
            </p>
          ) : (
            <p>{text.complete}</p>
          )}
          {to && to !== pathname + search && (
            <ButtonLink variant="primary" to={to}>
              {next ? next.action : text.openIrrigameter}
            </ButtonLink>
          )}
          {next && <Files files={next.files} of={text.steps[next.key]} />}
        </div>
      )}
    </section>
  );
}

function StepItem({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { key, isDone, note, to, action } = step;
  return (
    <li className={classNames(styles.step, isDone && styles.done, isNext && styles.next)}>
      <span className={styles.mark}>
        {isDone ? <Icon name="check" size={16} /> : <span aria-hidden="true">{number}</span>}
        <span className="only-read">{isDone ? text.isDone : isNext ? text.isNext : text.isLater}</span>
      </span>
      <strong>{text.steps[key]}</strong>
      <span className={styles.note}>{note}</span>
      {to && (
        <ButtonLink variant={isNext ? "primary" : "quiet"} to={to} aria-label={`${action}: ${text.steps[key]}`}>
          {action}
        </ButtonLink>
      )}
      {isNext && step.files.length > 0 && <span className={styles.note}>{text.byFile}</span>}
      <Files files={step.files} of={text.steps[key]} />
    </li>
  );
}

/** Links to imports that do a step. */
function Files({ files, of }: { files: Step["files"]; of: string }) {
  if (files.length === 0) return null;
  return (
    <span className={styles.files}>
      {files.map(({ label, to }) => (
        <ButtonLink key={to} variant="quiet" to={to} aria-label={`${label}: ${of}`}>
          {label}
        </ButtonLink>
      ))}
    </span>
  );
}
