import { Card } from "../../ui/card.tsx";
import { useSelectedClient } from "../clients/use-clients.ts";
import { ActivityList } from "./activity-list.tsx";
import { text } from "./text.ts";
import { useNotifications } from "./use-notifications.ts";

/** As many of the latest messages are shown beside a page. */
const SHOWN = 8;

/** The latest messages of the farm, as they arrive. */
export function ActivityCard() {
  const { items } = useNotifications();
  const { timezone } = useSelectedClient();
  return (
    <Card title={text.title} flush>
      <ActivityList items={items.slice(0, SHOWN)} timeZone={typeof timezone === "string" ? timezone : undefined} />
    </Card>
  );
}
