import { useSectionTabs } from "../../core/menu/use-section-tabs.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/irrigameter/*`: what the balance of the selected client lives on. */
export function Component() {
  const child = useSectionChild("irrigameter");
  const tabs = useSectionTabs("irrigameter", text.tabs);
  const devices = child === "sensor" || child === "sensor-pivot" ? text.sensor : text.calculated;
  return (
    <DevicesPage
      title={text.title}
      documentTitle={`${text.tabs[child]} · ${text.title}`}
      tabs={tabs}
      devices={devices}
    />
  );
}
