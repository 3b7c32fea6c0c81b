import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/irrigameter/*`: what the balance of the selected client lives on. */
export function Component() {
  const child = useSectionChild("irrigameter");
  const section = useSection("irrigameter", text);
  const devices = child === "sensor" || child === "sensor-pivot" ? text.sensor : text.calculated;
  return <DevicesPage {...section} documentTitle={`${text.tabs[child]} · ${section.title}`} devices={devices} />;
}
