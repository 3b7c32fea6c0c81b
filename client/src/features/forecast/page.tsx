import type { SourceFarm } from "@lamina/shared/views/sources";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { SetUpFirst } from "../../core/rights/set-up-first.tsx";
import { sourcesQuery } from "../../core/sources/sources-query.ts";
import { Field } from "../../ui/controls/field.tsx";
import { RecordSelect } from "../../ui/controls/input.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { DailyForecast } from "./daily-forecast.tsx";
import { Issue } from "./issue.tsx";
import styles from "./page.module.css";
import { forecastQuery } from "./queries.ts";
import { text } from "./text.ts";
import { WeeklyForecast } from "./weekly-forecast.tsx";

const FARM = "fazenda";

/** `/forecast/*`: the forecast for the selected client's farms. */
export function Component() {
  const child = useSectionChild("forecast");
  const { title, tabs } = useSection("forecast", text);
  const [params, setParams] = useSearchParams();
  const query = useQuery(sourcesQuery(useSelectedClient()));
  const { farms = [] } = query.data ?? {};
  const farm = farms.find(({ _id }) => _id === params.get(FARM)) ?? farms[0];
  const kept = farm && params.has(FARM) ? `?${FARM}=${farm._id}` : "";
  const choose = (id: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set(FARM, id);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <Page
      title={title}
      documentTitle={`${text.tabs[child]} · ${title}`}
      // The farm stays when the tab changes.
      tabs={<Tabs label={title} tabs={tabs.map((tab) => ({ ...tab, to: tab.to + kept }))} />}
    >
      <QueryView query={query} outline="panel">
        {() =>
          farm ? (
            <>
              {farms.length > 1 && <FarmPicker farms={farms} chosen={farm} onChoose={choose} />}
              <FarmForecast key={farm._id} child={child} farm={farm} />
            </>
          ) : (
            <SetUpFirst icon="farm" words={text.noFarm} screen="farms" />
          )
        }
      </QueryView>
    </Page>
  );
}

interface FarmPickerProps {
  farms: readonly SourceFarm[];
  chosen: SourceFarm;
  onChoose: (id: string) => void;
}

function FarmPicker({ farms, chosen, onChoose }: FarmPickerProps) {
  return (
    <div className={styles.farm}>
      <Field label={text.farm}>
        {(control) => (
          <RecordSelect {...control} records={farms} value={chosen._id} onValue={(id) => id && onChoose(id)} />
        )}
      </Field>
    </div>
  );
}

function FarmForecast({ child, farm }: { child: "forecastweekly" | "forecastdaily"; farm: SourceFarm }) {
  const query = useQuery(forecastQuery(useSelectedClient(), farm._id));
  return (
    <QueryView query={query} outline="panel">
      {(forecast) => (
        <>
          <Issue forecast={forecast} timeZone={farm.timezone} />
          {forecast.daily.length === 0 ? (
            <EmptyState icon="forecast" title={text.none}>
              <p>{text.noneHint}</p>
            </EmptyState>
          ) : child === "forecastweekly" ? (
            <WeeklyForecast forecast={forecast} farm={farm} />
          ) : (
            <DailyForecast forecast={forecast} farm={farm} />
          )}
        </>
      )}
    </QueryView>
  );
}
