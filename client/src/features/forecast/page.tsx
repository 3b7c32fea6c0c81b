import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/forecast/*`: what the forecast of the selected client is checked against. */
export function Component() {
  const child = useSectionChild("forecast");
  const section = useSection("forecast", text);
  return <DevicesPage {...section} documentTitle={`${text.tabs[child]} · ${section.title}`} devices={text.devices} />;
}
