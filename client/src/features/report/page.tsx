import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/report/*`: what the figures of each report come from. */
export function Component() {
  const child = useSectionChild("report");
  const section = useSection("report", text);
  return (
    <DevicesPage {...section} documentTitle={`${text.tabs[child]} · ${section.title}`} devices={text.devices[child]} />
  );
}
