import { createContext, type ReactNode, useContext, useState } from "react";
import { ImportDialog, type ImportDialogProps } from "./import-dialog.tsx";

type Import = Omit<ImportDialogProps, "onClose">;

const ImportContext = createContext<((wanted: Import) => void) | null>(null);

/**
 * Holds the dialog of an import outside of its button, because an empty list mounts again when its first rows arrive.
 */
export function ImportHost({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<Import | null>(null);
  return (
    <ImportContext value={setCurrent}>
      {children}
      {current && <ImportDialog {...current} onClose={() => setCurrent(null)} />}
    </ImportContext>
  );
}

/** Opens the dialog of an import. @throws Error outside of a host */
export function useImportDialog(): (wanted: Import) => void {
  const open = useContext(ImportContext);
  if (!open) throw new Error("nothing holds an import here");
  return open;
}
