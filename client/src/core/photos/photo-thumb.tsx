import { views } from "@lamina/shared/calls/views";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../api/http.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import styles from "./photos.module.css";
import { text } from "./text.ts";

/** A photo never changes. It stays in memory, because the device's storage is for what the field needs. */
const photoQuery = (clientId: string, id: string) =>
  queryOptions({
    queryKey: [clientId, "photo", id],
    queryFn: ({ signal }) => call(views.photo, { query: { ID: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { memoryOnly: true },
  });

interface PhotoThumbProps {
  clientId: string;
  photoId: string;
  /** What the photo shows, in words. */
  about: string;
}

/** A photo of a record, small; a press opens it large. */
export function PhotoThumb({ clientId, photoId, about }: PhotoThumbProps) {
  const { data, isPending, isPaused } = useQuery(photoQuery(clientId, photoId));
  const [open, setOpen] = useState(false);
  const url = useObjectUrl(data);
  if (!url) return <span className="fine-print">{isPending && !isPaused ? text.loading : text.missing}</span>;
  return (
    <>
      <button type="button" className={styles.thumb} aria-label={text.open(about)} onClick={() => setOpen(true)}>
        <img src={url} alt={text.photoOf(about)} />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.photoOf(about)} variant="sheet">
        <img className={styles.large} src={url} alt={text.photoOf(about)} />
      </Dialog>
    </>
  );
}

function useObjectUrl(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}
