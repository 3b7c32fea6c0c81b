import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { deviceStorage } from "../../../platform/storage.ts";

/** Parameter of the address that shows the steps even after they were dismissed. */
const WANTED = "passos";

/** Whether the user dismissed this client's steps on this device, and functions to dismiss and restore them. */
export function useDismissed(): { left: boolean; leave(): void; comeBack(): void } {
  const { _id } = useSelectedClient();
  const [params, setParams] = useSearchParams();
  const key = `first-steps-left:${_id}`;
  const [isDismissed, setDismissed] = useState(() => deviceStorage.read(key) !== null);
  return {
    left: isDismissed && !params.has(WANTED),
    leave() {
      deviceStorage.write(key, "1");
      setDismissed(true);
      if (!params.has(WANTED)) return;
      const next = new URLSearchParams(params);
      next.delete(WANTED);
      setParams(next, { replace: true });
    },
    comeBack() {
      deviceStorage.remove(key);
      setDismissed(false);
    },
  };
}
