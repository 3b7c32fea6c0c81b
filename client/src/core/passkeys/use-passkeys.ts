import { useEffect, useState } from "react";
import { canUsePasskeys } from "../../platform/passkeys/passkeys.ts";

/** Whether this device can verify its person; false until it has answered. */
export function useCanUsePasskeys(): boolean {
  const [can, setCan] = useState(false);
  useEffect(() => {
    void canUsePasskeys().then(setCan);
  }, []);
  return can;
}
