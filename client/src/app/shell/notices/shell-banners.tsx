import { OutboxBanner } from "../../../core/outbox/outbox-banner.tsx";
import { useAppUpdate } from "../../../platform/app-update.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { formatAge } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { text } from "../text.ts";
import { useLastUpdate } from "../use-last-update.ts";
import { useOnline } from "../use-online.ts";
import styles from "./shell-banners.module.css";

/** Notices for every page, one at a time: no connection or unsent records, else a new version. */
export function ShellBanners() {
  const online = useOnline();
  const lastUpdate = useLastUpdate();
  const now = useNow();
  const update = useAppUpdate();
  const offline = text.offlineBanner(lastUpdate === undefined ? undefined : formatAge(lastUpdate, now));
  return (
    <div className={styles.banners}>
      <OutboxBanner offline={online ? undefined : offline}>
        {update.available && (
          <Banner
            icon="install"
            announced
            action={
              <Button variant="primary" onClick={update.apply}>
                {text.update}
              </Button>
            }
          >
            {text.newVersion}
          </Banner>
        )}
      </OutboxBanner>
    </div>
  );
}
