import { AuditEntry } from "../../access/user.ts";
import { Retention } from "../../views/retention.ts";
import { endpoint, PageQuery, pageOf } from "../endpoint.ts";

export const installationCalls = {
  retention: endpoint({
    method: "GET",
    path: "/Retention/Get",
    reply: Retention,
    summary: "How long the installation keeps what grows",
  }),
  audit: endpoint({
    method: "GET",
    path: "/Audit/GetByRecordID",
    query: PageQuery,
    reply: pageOf(AuditEntry),
    summary: "Who changed a record, what and when, for users who may see it",
  }),
} as const;
