import type { UsersGroup } from "@lamina/shared/access/user";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { text } from "./text.ts";

/** Says of a group that every client has why it cannot be changed here. */
export function GroupNote({ record }: { record: UsersGroup | undefined }) {
  return record?.builtIn ? <Banner>{text.builtInNote}</Banner> : null;
}
