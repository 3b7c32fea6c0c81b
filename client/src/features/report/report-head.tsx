import { type ReactNode, useState } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { printPage } from "../../platform/print-page.ts";
import { Button, IconButton } from "../../ui/controls/button.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { PRODUCT } from "../../ui/layout/page.tsx";
import { useChoice } from "./choice.ts";
import styles from "./report.module.css";
import { ExportHere } from "./report-export.tsx";
import { text } from "./text.ts";

interface ReportHeadProps {
  title: string;
  /** The farm, pivot and season, as printed. */
  subject: string;
  /** The days or the year, as printed. */
  period: string;
  generatedAt: string;
  timeZone: string;
  /** Buttons beside printing. */
  actions?: ReactNode;
  /** Narrow the subject of the report. On a phone they are behind a button, unless one is chosen. */
  filters: ReactNode;
  /** The period of the report. */
  children: ReactNode;
}

/** The filters of a report and, on paper, its letterhead: client, period, and time of printing. */
export function ReportHead({
  title,
  subject,
  period,
  generatedAt,
  timeZone,
  actions,
  filters,
  children,
}: ReportHeadProps) {
  const client = useSelectedClient();
  const { farmId, pivotId, season, compare } = useChoice().choice;
  const [open, setOpen] = useState([farmId, pivotId, season, compare].some((value) => value !== null));
  const print = printPage();
  const signature = text.generatedAt(formatDateTime(generatedAt, timeZone));
  return (
    <>
      <div className={styles.letterhead} data-letterhead>
        <strong>
          {title} · {client.name}
        </strong>
        <span>
          {subject} · {period}
        </span>
        <span>
          {signature} · {PRODUCT}
        </span>
      </div>
      <div className={styles.tools} data-print="hide">
        {children}
        <div className={styles.filters} data-open={open}>
          {filters}
        </div>
        <div className={styles.made}>
          <IconButton
            icon="settings"
            label={text.filters}
            aria-expanded={open}
            className={styles.toggle}
            onClick={() => setOpen(!open)}
          />
          <span className={styles.signature}>{signature}</span>
          {actions}
          {print && (
            <Button icon="report" aria-label={text.print} onClick={print}>
              {text.printShort} <span className={styles.roomy}>{text.printAs}</span>
            </Button>
          )}
          <ExportHere />
        </div>
      </div>
    </>
  );
}
