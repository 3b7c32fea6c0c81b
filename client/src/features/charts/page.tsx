import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { sourcesQuery } from "../../core/sources/sources-query.ts";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { ChartScreen } from "./chart-screen.tsx";
import { sourcesOf } from "./chart-sources.ts";
import { NoSource } from "./no-source.tsx";
import { keptParams } from "./selection.ts";
import { text } from "./text.ts";

/** `/charts/*`: the readings of the selected client's stations, gauges and monitors. */
export function Component() {
  const subject = useSectionChild("charts");
  const { title, tabs } = useSection("charts", text);
  const [params] = useSearchParams();
  const kept = keptParams(params);
  const query = useQuery(sourcesQuery(useSelectedClient()));
  return (
    <Page
      title={title}
      documentTitle={`${text.tabs[subject]} · ${title}`} // Farm and period stay when the subject changes.
      tabs={<Tabs label={title} tabs={tabs.map((tab) => ({ ...tab, to: tab.to + kept }))} />}
    >
      <QueryView query={query} outline="panel">
        {(sources) => {
          const all = sourcesOf(subject, sources);
          return all.length === 0 ? (
            <NoSource subject={subject} />
          ) : (
            <ChartScreen key={subject} subject={subject} all={all} settings={sources} />
          );
        }}
      </QueryView>
    </Page>
  );
}
