import { useRuntimeConfig } from "../runtime-config/use-runtime-config.ts";
import { text } from "./text.ts";

/** Says that alerts reach an open app only, where the installation has no push. */
export function PushNote() {
  const config = useRuntimeConfig();
  return config && !config.push && <p className="fine-print">{text.onlyOpen}</p>;
}
