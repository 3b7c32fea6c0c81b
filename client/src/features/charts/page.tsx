import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/charts/*`: what measures the subject of each chart. */
export function Component() {
  const child = useSectionChild("charts");
  const section = useSection("charts", text);
  return (
    <DevicesPage {...section} documentTitle={`${text.tabs[child]} · ${section.title}`} devices={text.devices[child]} />
  );
}
