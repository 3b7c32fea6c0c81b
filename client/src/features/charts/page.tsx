import { useSectionTabs } from "../../core/menu/use-section-tabs.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/charts/*`: what measures the subject of each chart. */
export function Component() {
  const child = useSectionChild("charts");
  const tabs = useSectionTabs("charts", text.tabs);
  return (
    <DevicesPage
      title={text.title}
      documentTitle={`${text.tabs[child]} · ${text.title}`}
      tabs={tabs}
      devices={text.devices[child]}
    />
  );
}
