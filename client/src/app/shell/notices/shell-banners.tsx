import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { useStoreSilent } from "../../../core/offline/use-store-silent.ts";
import { OutboxBanner } from "../../../core/outbox/outbox-banner.tsx";
import { useAppUpdate } from "../../../platform/app-update.ts";
import { clockSkewMs } from "../../../platform/clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { formatAge, formatAmount } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { text } from "../text.ts";
import { useLastUpdate } from "../use-last-update.ts";
import { useOnline } from "../use-online.ts";
import styles from "./shell-banners.module.css";

/** `3 h`, `12 min`, `2 dias`. */
function skewWords(ms: number): string {
  const [size, unit] = ms < HOUR_MS ? [MINUTE_MS, "min"] : ms < 2 * DAY_MS ? [HOUR_MS, "h"] : [DAY_MS, text.days];
  return formatAmount(ms / size, unit, 0);
}

/** Notices for every page, one at a time: no connection, no copy on this device or unsent records, else a wrong clock, else a new version. */
export function ShellBanners() {
  const online = useOnline();
  const lastUpdate = useLastUpdate();
  const now = useNow();
  const update = useAppUpdate();
  const skewMs = clockSkewMs();
  const silent = useStoreSilent();
  const age = lastUpdate === undefined ? undefined : formatAge(lastUpdate, now);
  const offline = silent ? `${text.offline}. ${text.noCopy}` : text.offlineBanner(age);
  const notice = online ? (silent ? text.noCopy : undefined) : offline;
  return (
    <div className={styles.banners}>
      <OutboxBanner notice={notice} online={online}>
        {skewMs !== 0 && (
          <Banner tone="warning" icon="alert" announced>
            {text.wrongClock(skewWords(Math.abs(skewMs)), skewMs < 0)}
          </Banner>
        )}
        {skewMs === 0 && update.available && (
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
