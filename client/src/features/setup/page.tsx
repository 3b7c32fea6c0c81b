import { useSectionTabs } from "../../core/menu/use-section-tabs.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/setup/*`: what is set up for the selected client. */
export function Component() {
  const child = useSectionChild("setup");
  const tabs = useSectionTabs("setup", text.tabs);
  return (
    <DevicesPage
      title={text.title}
      documentTitle={`${text.tabs[child]} · ${text.title}`}
      tabs={tabs}
      devices={text.devices}
    />
  );
}
