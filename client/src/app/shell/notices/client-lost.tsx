import { useState } from "react";
import { useClients } from "../../../core/clients/use-clients.ts";
import { AlertDialog } from "../../../ui/feedback/alert-dialog.tsx";
import { text } from "../text.ts";

/**
 * Says that the selected client is gone, deleted or taken from this user, before anybody writes on: the page beneath
 * looks the same and is another client's.
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
