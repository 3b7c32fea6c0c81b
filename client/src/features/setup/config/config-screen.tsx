import { PartsScreen } from "../records/parts-screen.tsx";
import { RecordScreen } from "../records/record-screen.tsx";
import { SingleRecord } from "../records/single-record.tsx";
import { WebhookCard } from "../webhook/webhook-card.tsx";
import { alertView } from "./alert-view.tsx";
import { clientView } from "./client-view.tsx";
import { manageView } from "./manage-view.tsx";
import { permitView } from "./permit-view.tsx";
import { tariffView } from "./tariff-view.tsx";
import { text } from "./text.ts";

/** The settings of the client as a whole. */
export function ConfigScreen() {
  return (
    <PartsScreen
      label={text.title}
      parts={[
        { part: "cliente", label: text.parts.cliente, screen: <SingleRecord view={clientView} /> },
        { part: "manejo", label: text.parts.manejo, screen: <SingleRecord view={manageView} /> },
        { part: "tarifas", label: text.parts.tarifas, screen: <RecordScreen view={tariffView} /> },
        { part: "outorgas", label: text.parts.outorgas, screen: <RecordScreen view={permitView} /> },
        { part: "alertas", label: text.parts.alertas, screen: <RecordScreen view={alertView} /> },
        { part: "webhook", label: text.parts.webhook, screen: <WebhookCard /> },
      ]}
    />
  );
}
