import { useState } from "react";
import { useClients } from "../../../core/clients/use-clients.ts";
import { AlertDialog } from "../../../ui/feedback/alert-dialog.tsx";
import { text } from "../text.ts";

/**
 * Says that the selected client was deleted or taken from this user. The page below looks the same but shows another
 * client, and the user must know this before writing.
 */
export function ClientLost() {
  const { clients, selected } = useClients();
  const [shown, setShown] = useState(selected);
  const [lost, setLost] = useState<string>();
  if (selected && selected !== shown) {
    setShown(selected);
    if (shown && !clients.some(({ _id }) => _id === shown._id)) setLost(shown.name);
  }
  return (
    <AlertDialog
      open={lost !== undefined && selected !== undefined}
      onClose={() => setLost(undefined)}
      title={text.clientLost}
      message={text.clientLostHint(lost ?? "", selected?.name ?? "")}
    />
  );
}
