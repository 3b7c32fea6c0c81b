import { type ComponentType, lazy, Suspense } from "react";
import { useSection } from "../../core/menu/use-section.ts";
import type { SectionChild } from "../../core/navigation/sections.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { useRights } from "../../core/rights/use-rights.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback/states.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { DeletedRecords } from "./deleted/deleted-records.tsx";
import { FirstSteps } from "./first-steps/first-steps.tsx";
import { useDismissed } from "./first-steps/use-dismissed.ts";
import { useFirstSteps } from "./first-steps/use-first-steps.ts";
import { Recomputing } from "./recomputing.tsx";
import { text } from "./text.ts";

/** Each screen is loaded when it is first opened, so that the map library of the farms does not delay other screens. */
const screens: Record<SectionChild<"setup">, ComponentType> = {
  farms: lazy(async () => ({ default: (await import("./farms/farms-screen.tsx")).FarmsScreen })),
  config: lazy(async () => ({ default: (await import("./config/config-screen.tsx")).ConfigScreen })),
  device: lazy(async () => ({ default: (await import("./devices-screen.tsx")).DevicesScreen })),
  monitor: lazy(async () => ({ default: (await import("./monitors/monitors-screen.tsx")).MonitorsScreen })),
  watering: lazy(async () => ({ default: (await import("./watering/watering-screen.tsx")).WateringScreen })),
  user: lazy(async () => ({ default: (await import("./users/users-screen.tsx")).UsersScreen })),
  usersgroup: lazy(async () => ({ default: (await import("./groups/groups-screen.tsx")).GroupsScreen })),
  balance: lazy(async () => ({ default: (await import("./balance/balance-screen.tsx")).BalanceScreen })),
};

/** `/setup/*`: the setup of the selected client. */
export function Component() {
  const child = useSectionChild("setup");
  const section = useSection("setup", text);
  const isDaily = child === "watering";
  const title = isDaily ? text.daily : section.title;
  const steps = useFirstSteps();
  const { left, leave, comeBack } = useDismissed();
  return (
    <Page
      title={title}
      documentTitle={isDaily ? `${title} · ${text.tabs[child]}` : `${text.tabs[child]} · ${title}`}
      aside={
        steps &&
        left && (
          <Button variant="quiet" onClick={comeBack}>
            {text.firstSteps}
          </Button>
        )
      }
      // The records of every day are no set-up: their parts are their only tabs.
      tabs={!isDaily && <Tabs label={title} tabs={section.tabs} />}
    >
      {steps && !left && <FirstSteps steps={steps} onLeave={leave} />}
      <Recomputing />
      <Permitted child={child} />
      {!isDaily && <DeletedRecords />}
    </Page>
  );
}

/**
 * The screen for users with the right. No data are requested until the rights are known, because the API would refuse.
 */
function Permitted({ child }: { child: SectionChild<"setup"> }) {
  const { me, can } = useRights();
  const Screen = screens[child];
  if (can(child, "view")) {
    return (
      <Suspense fallback={<Skeleton outline="table" />}>
        <Screen key={child} />
      </Suspense>
    );
  }
  if (!me) return <Skeleton outline="table" />;
  return (
    <EmptyState icon="info" title={text.forbidden}>
      <p>{text.forbiddenHint}</p>
    </EmptyState>
  );
}
