import { createContext, type ReactNode, useContext, useState } from "react";
import { ImportDialog, type ImportDialogProps } from "./import-dialog.tsx";

type Import = Omit<ImportDialogProps, "onClose">;

/** A dialog of an import, by the function that closes it. */
type RenderDialog = (onClose: () => void) => ReactNode;

const ImportContext = createContext<((render: RenderDialog) => void) | null>(null);

/**
 * Holds the dialog of an import outside of its button, because an empty list mounts again when its first rows arrive.
 */
export function ImportHost({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<RenderDialog | null>(null);
  return (
    <ImportContext value={(render) => setCurrent(() => render)}>
      {children}
      {current?.(() => setCurrent(null))}
    </ImportContext>
  );
}

/** Opens the dialog of an import. @throws Error outside of a host */
export function useHostedDialog(): (render: RenderDialog) => void {
  const open = useContext(ImportContext);
  if (!open) throw new Error("nothing holds an import here");
  return open;
}

/** Opens the dialog of an import from a table. @throws Error outside of a host */
export function useImportDialog(): (wanted: Import) => void {
  const open = useHostedDialog();
  return (wanted) => open((onClose) => <ImportDialog {...wanted} onClose={onClose} />);
}
