import { useSectionTabs } from "../../core/menu/use-section-tabs.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/forecast/*`: what the forecast of the selected client is checked against. */
export function Component() {
  const child = useSectionChild("forecast");
  const tabs = useSectionTabs("forecast", text.tabs);
  return (
    <DevicesPage
      title={text.title}
      documentTitle={`${text.tabs[child]} · ${text.title}`}
      tabs={tabs}
      devices={text.devices}
    />
  );
}
