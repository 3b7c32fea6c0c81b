import type { UsersGroup } from "@lamina/shared/access/user";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { text } from "./text.ts";

/** Explains why a built-in group cannot be changed here. */
export function GroupNote({ record }: { record: UsersGroup | undefined }) {
  return record?.builtIn ? <Banner>{text.builtInNote}</Banner> : null;
}
