import { useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { useMedia } from "../../ui/data-table/use-media.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { SourceList, type SourceListProps } from "./source-list.tsx";
import styles from "./source-picker.module.css";
import type { Subject } from "./steps.ts";
import { text } from "./text.ts";

interface SourcePickerProps extends SourceListProps {
  subject: Subject;
}

/** Wide enough for the list beside the chart. */
const BESIDE_FROM = "(min-width: 64rem)";

/** The sources of the subject: a list beside the chart, or behind a button on a narrow screen. */
export function SourcePicker(props: SourcePickerProps) {
  const { subject, all, source, compared, onChoose, onToggle } = props;
  const beside = useMedia(BESIDE_FROM);
  const [open, setOpen] = useState(false);
  if (beside)
    return (
      <div data-print="hide">
        <Card title={text.sources[subject]} flush>
          <SourceList {...props} />
        </Card>
      </div>
    );
  const others = compared.flatMap((id) => all.find((one) => one.id === id) ?? []);
  return (
    <div className="grid gap-2" data-print="hide">
      <button type="button" className={styles.current} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.words}>
          <span className={styles.name}>{source.name}</span>
          <span className="fine-print">{[source.place, source.farm.name].filter(Boolean).join(" · ")}</span>
        </span>
        <Icon name="chevronDown" />
      </button>
      {others.length > 0 && (
        <ul className="controls" aria-label={text.comparedWith}>
          {others.map(({ id, name }) => (
            <li key={id}>
              <Button icon="close" aria-label={text.stopComparing(name)} onClick={() => onToggle(id)}>
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={text.sources[subject]} variant="sheet">
        <SourceList
          {...props}
          onChoose={(chosen) => {
            onChoose(chosen);
            setOpen(false);
          }}
        />
      </Dialog>
    </div>
  );
}
