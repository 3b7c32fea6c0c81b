import { useSectionTabs } from "../../core/menu/use-section-tabs.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/report/*`: what the figures of each report come from. */
export function Component() {
  const child = useSectionChild("report");
  const tabs = useSectionTabs("report", text.tabs);
  return (
    <DevicesPage
      title={text.title}
      documentTitle={`${text.tabs[child]} · ${text.title}`}
      tabs={tabs}
      devices={text.devices[child]}
    />
  );
}
