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
}

/** What stands behind a subject: the client's devices for it, beside what happens on the farm. */
export function DevicesPage({ title, documentTitle, tabs, devices }: DevicesPageProps) {
  return (
    <Page title={title} documentTitle={documentTitle} tabs={tabs && <Tabs label={title} tabs={tabs} />}>
      <div className={styles.columns}>
        <DevicesCard {...devices} />
        <ActivityCard />
      </div>
    </Page>
  );
}
