import { createContext, type ReactNode, use } from "react";
import { Button } from "../controls/button.tsx";
import { formatAge } from "../format.ts";
import { useNow } from "../now.tsx";
import { text } from "../text.ts";
import { Banner } from "./banner.tsx";
import styles from "./query-view.module.css";
import { ErrorState, MissingState, type Outline, Skeleton, UnstoredState } from "./states.tsx";

const FORBIDDEN = 403;
const NOT_FOUND = 404;

/** The properties of a query result that the view uses. */
export interface QueryLike<Data> {
  data: Data | undefined;
  /** `status` is that of the HTTP answer, if there was one; `reportable` is a fault of the server or its answer. */
  error: (Error & { status?: number; reportable?: boolean }) | null;
  isFetching: boolean;
  /** Milliseconds since the epoch. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: QueryLike<Data>;
  /** Placeholder while loading: a number of lines, or the outline of a whole page. */
  rows?: number;
  outline?: Outline;
  children: (data: Data) => ReactNode;
}

/** True inside a view that already shows the notice of old data, and under the shell's notice of no connection. */
export const SaidOld = createContext(false);

/**
 * The states of a query: loading, failed, not offered by this API, out of date, loaded. Data stay on the screen with
 * their age when a refetch fails. `children` handle empty data, because they know the words.
 */
export function QueryView<Data>({ query, rows, outline, children }: QueryViewProps<Data>) {
  const now = useNow();
  const said = use(SaidOld);
  // The other properties are read in the branches that need them, because each property read here would cause renders.
  const { data, error } = query;
  const retry = () => void query.refetch();
  if (data === undefined) {
    if (!error) return <Skeleton rows={rows} outline={outline} />;
    if (error.status === NOT_FOUND) return <MissingState />;
    if (said) return <UnstoredState />;
    return <ErrorState hint={hintOf(error)} onRetry={retry} retrying={query.isFetching} />;
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

/** What the user can do about a failure: it depends on who did not answer. */
function hintOf({ status = 0, reportable }: NonNullable<QueryLike<unknown>["error"]>): string {
  if (status === FORBIDDEN) return text.failedForbidden;
  // The connection works where an answer refuses the call, as 429 does.
  return reportable || status >= 400 ? text.failedServer : text.failedOffline;
}
