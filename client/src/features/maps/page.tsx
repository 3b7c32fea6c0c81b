import { DevicesPage } from "../../core/sensor-types/devices-page.tsx";
import { text } from "./text.ts";

/** `/maps`: what stands on the selected client's farms. */
export function Component() {
  return <DevicesPage title={text.title} devices={text.devices} />;
}
