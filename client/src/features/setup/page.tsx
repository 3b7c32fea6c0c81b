import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { ClientCard } from "./client-card.tsx";
import { text } from "./text.ts";

/** `/setup/*`: what is set up for the selected client. */
export function Component() {
  const child = useSectionChild("setup");
  const section = useSection("setup", text);
  return (
    <DevicesPage {...section} documentTitle={`${text.tabs[child]} · ${section.title}`} devices={text.devices}>
      {child === "config" && <ClientCard />}
    </DevicesPage>
  );
}
