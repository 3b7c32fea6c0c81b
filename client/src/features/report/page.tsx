import { useQuery } from "@tanstack/react-query";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { sourcesQuery } from "../../core/sources/sources-query.ts";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { Consumption } from "./consumption/consumption.tsx";
import { Management } from "./management/management.tsx";
import { WithExport } from "./report-export.tsx";
import { text } from "./text.ts";

/** `/report/*`: the management of irrigation in a period, and its water and energy. */
export function Component() {
  const child = useSectionChild("report");
  const { title, tabs } = useSection("report", text);
  const query = useQuery(sourcesQuery(useSelectedClient()));
  return (
    <Page title={title} documentTitle={`${text.tabs[child]} · ${title}`} tabs={<Tabs label={title} tabs={tabs} />}>
      <QueryView query={query} outline="panel">
        {({ farms }) => (
          <WithExport>
            {child === "waterconsuption" ? <Consumption farms={farms} /> : <Management farms={farms} />}
          </WithExport>
        )}
      </QueryView>
    </Page>
  );
}
