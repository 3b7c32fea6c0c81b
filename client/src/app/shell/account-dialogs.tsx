import { lazy, Suspense } from "react";
import { useSession } from "../../core/session/use-session.ts";
import { useStore } from "../../core/store.ts";
import { shellDialog } from "./search/shell-dialog.ts";

const PasswordDialog = lazy(() => import("../../core/password/password-dialog.tsx"));
const SecondFactorDialog = lazy(() => import("../../core/second-factor/second-factor-dialog.tsx"));
const SessionsDialog = lazy(() => import("../../core/sessions/sessions-dialog.tsx"));

/** The dialogs of the user's own account, which the search and the account panel open. */
export function AccountDialogs() {
  const shown = useStore(shellDialog);
  const { user } = useSession();
  const onClose = () => shellDialog.set(null);
  return (
    <Suspense fallback={null}>
      {shown === "password" && <PasswordDialog by="password" userName={user?.name ?? ""} onClose={onClose} />}
      {shown === "secondFactor" && <SecondFactorDialog onClose={onClose} />}
      {shown === "sessions" && <SessionsDialog onClose={onClose} />}
    </Suspense>
  );
}
