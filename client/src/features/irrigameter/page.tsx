import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import type { StatusSource } from "@lamina/shared/views/urgency";
import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { BoardProvider } from "./board-provider.tsx";
import { BoardView } from "./list/board-view.tsx";
import { irrigameterQuery } from "./queries.ts";
import { text } from "./text.ts";

/**
 * `/irrigameter/*`: the recommendation of each pivot or sector for today, by the balance or by the probes, as circles
 * or as rulers.
 */
export function Component() {
  const child = useSectionChild("irrigameter");
  const section = useSection("irrigameter", text);
  const query = useQuery(irrigameterQuery(useSelectedClient()));
  const mode = child === "sensor" || child === "sensor-pivot" ? "sensor" : "calculated";
  return (
    <Page
      title={section.title}
      documentTitle={`${text.tabs[child]} · ${section.title}`}
      tabs={<Tabs label={section.title} tabs={section.tabs} />}
    >
      <QueryView query={query} outline="board">
        {(data) => <Latest data={data} mode={mode} />}
      </QueryView>
    </Page>
  );
}

interface LoadedProps {
  data: Irrigameter;
  mode: StatusSource;
}

/** New data render in slices, so that a slow phone responds to touches in between. */
function Latest({ data, mode }: LoadedProps) {
  return <Loaded data={useDeferredValue(data)} mode={mode} />;
}

const Loaded = memo(function Loaded(props: LoadedProps) {
  return (
    <BoardProvider {...props}>
      <BoardView />
    </BoardProvider>
  );
});
