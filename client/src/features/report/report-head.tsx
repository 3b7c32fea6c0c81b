import type { ReactNode } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { Button } from "../../ui/controls/button.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { PRODUCT } from "../../ui/layout/page.tsx";
import styles from "./report.module.css";
import { text } from "./text.ts";

interface ReportHeadProps {
  title: string;
  /** The days or the year, as printed. */
  period: string;
  generatedAt: string;
  timeZone: string;
  /** Buttons beside printing. */
  actions?: ReactNode;
  /** The subject of the report. */
  children: ReactNode;
}

/** The filters of a report and, on paper, its letterhead: client, period, and time of printing. */
export function ReportHead({ title, period, generatedAt, timeZone, actions, children }: ReportHeadProps) {
  const client = useSelectedClient();
  const signature = text.generatedAt(formatDateTime(generatedAt, timeZone));
  return (
    <>
      <div className={styles.letterhead}>
        <strong>
          {title} · {client.name}
        </strong>
        <span>{period}</span>
        <span>
          {signature} · {PRODUCT}
        </span>
      </div>
      <div className={styles.tools} data-print="hide">
        {children}
        <div className={styles.made}>
          <span className={styles.signature}>{signature}</span>
          {actions}
          <Button icon="report" onClick={() => window.print()}>
            {text.print}
          </Button>
        </div>
      </div>
    </>
  );
}
