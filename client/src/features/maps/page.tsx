import { useQuery } from "@tanstack/react-query";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { SetUpFirst } from "../../core/rights/set-up-first.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { formatAge } from "../../ui/format.ts";
import { Page } from "../../ui/layout/page.tsx";
import { useNow } from "../../ui/now.tsx";
import { MapScreen } from "./map-screen.tsx";
import "./palette.css";
import { mapQuery } from "./queries.ts";
import { text } from "./text.ts";

/** `/maps`: the map of the selected client's farms. */
export function Component() {
  const now = useNow();
  const query = useQuery(mapQuery(useSelectedClient()));
  return (
    <Page
      title={text.title}
      aside={
        // An empty map has no data that could be old.
        query.data &&
        query.data.farms.length > 0 && (
          <span className="hint tabular">{text.updated(formatAge(query.data.at, now))}</span>
        )
      }
    >
      <QueryView query={query} outline="panel">
        {(map) =>
          map.farms.length === 0 ? (
            <SetUpFirst icon="map" words={text.noFarm} screen="farms" />
          ) : (
            <MapScreen map={map} />
          )
        }
      </QueryView>
    </Page>
  );
}
