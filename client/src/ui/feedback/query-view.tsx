import { createContext, type ReactNode, use } from "react";
import { Button } from "../controls/button.tsx";
import { formatAge } from "../format.ts";
import { useNow } from "../now.tsx";
import { text } from "../text.ts";
import { Banner } from "./banner.tsx";
import styles from "./query-view.module.css";
import { ErrorState, MissingState, type Outline, Skeleton } from "./states.tsx";

const NOT_FOUND = 404;

/** What of a query's result decides the face of a screen. */
export interface QueryLike<Data> {
  data: Data | undefined;
  /** `status` is that of the HTTP answer, where there was one. */
  error: (Error & { status?: number }) | null;
  isFetching: boolean;
  /** Milliseconds since the epoch. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: QueryLike<Data>;
  /** What is shown meanwhile: so many lines of a part of a page, or the outline of a whole one. */
  rows?: number;
  outline?: Outline;
  children: (data: Data) => ReactNode;
}

/** True within a view that says already that what it shows is old. */
const SaidOld = createContext(false);

/**
 * The faces of what is asked from the API: on its way, failed, not offered by this API, out of date, there. Data that is
 * there stays on the screen when its renewal fails, with its age. Empty is the business of `children`, who know the words.
 */
export function QueryView<Data>({ query, rows, outline, children }: QueryViewProps<Data>) {
  const now = useNow();
  const said = use(SaidOld);
  // The other properties are read where they are shown: what a component reads of a query renders it anew when it changes.
  const { data, error } = query;
  const retry = () => void query.refetch();
  if (data === undefined) {
    if (!error) return <Skeleton rows={rows} outline={outline} />;
    if (error.status === NOT_FOUND) return <MissingState />;
    return <ErrorState onRetry={retry} retrying={query.isFetching} />;
  }
  return (
    <SaidOld value={said || error !== null}>
      {error && !said && (
        <div className={styles.old} data-old>
          <Banner
            tone="warning"
            icon="alert"
            announced
            action={
              <Button variant="quiet" onClick={retry} pending={query.isFetching}>
                {text.retry}
              </Button>
            }
          >
            {text.showingOld(formatAge(query.dataUpdatedAt, now))}
          </Banner>
        </div>
      )}
      {children(data)}
    </SaidOld>
  );
}
