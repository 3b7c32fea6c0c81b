import { Button } from "../../../ui/controls/button.tsx";
import type { ImportDialogProps } from "./import-dialog.tsx";
import { useImportDialog } from "./import-host.tsx";
import { text } from "./text.ts";

interface ImportButtonProps extends Omit<ImportDialogProps, "onClose"> {
  /** What the file is read by is there. The button keeps its place until then: nothing moves when it comes. */
  ready?: boolean;
}

/** Takes a CSV: first what is in it, row by row, then, when one wants, into the records. */
export function ImportButton({ ready = true, ...props }: ImportButtonProps) {
  const open = useImportDialog();
  return (
    <Button disabled={!ready} onClick={() => open(props)}>
      {text.import}
    </Button>
  );
}
