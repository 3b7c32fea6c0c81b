import { useRef, useState } from "react";
import { useSession } from "../../../core/session/use-session.ts";
import { IconButton } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { AccountPanel } from "../account-panel.tsx";
import { text } from "../text.ts";

/** Opens the account panel. On a phone it is part of the drawer. */
export function UserButton({ className }: { className?: string }) {
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        ref={button}
        icon="user"
        label={text.openUser(user?.name ?? "")}
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={close} title={text.user} variant="panel" anchor={button}>
        <AccountPanel onNavigate={close} />
      </Dialog>
    </>
  );
}
