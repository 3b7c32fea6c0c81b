import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { type Tab, Tabs } from "../../ui/tabs.tsx";
import { ActivityCard } from "../notifications/activity-card.tsx";
import { type DeviceNeed, DevicesCard } from "./devices-card.tsx";
import styles from "./devices-page.module.css";

interface DevicesPageProps {
  title: string;
  documentTitle?: string;
  tabs?: readonly Tab[];
  devices: DeviceNeed;
  /** What the subject has beside its devices; above them. */
  children?: ReactNode;
}

/** What stands behind a subject: the client's devices for it, beside what happens on the farm. */
export function DevicesPage({ title, documentTitle, tabs, devices, children }: DevicesPageProps) {
  return (
    <Page title={title} documentTitle={documentTitle} tabs={tabs && <Tabs label={title} tabs={tabs} />}>
      <div className={styles.columns}>
        <div className={styles.column}>
          {children}
          <DevicesCard {...devices} />
        </div>
        <ActivityCard />
      </div>
    </Page>
  );
}
