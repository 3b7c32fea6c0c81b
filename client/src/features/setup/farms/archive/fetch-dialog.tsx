import { views } from "@lamina/shared/calls/views";
import { addDays, farmDay, isFarmDay } from "@lamina/shared/core/farm-time";
import { ArchiveSource, type PastWeatherOrderReply } from "@lamina/shared/records/weather";
import { useState } from "react";
import { call } from "../../../../api/http.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { now } from "../../../../platform/clock.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { Checks } from "../../../../ui/controls/checks.tsx";
import { Field } from "../../../../ui/controls/field.tsx";
import { Select } from "../../../../ui/controls/input.tsx";
import { DateField } from "../../../../ui/date/date-field.tsx";
import { Banner } from "../../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../../ui/feedback/failure.tsx";
import { failureText } from "../../records/data/failure-text.ts";
import type { RelatedRecords } from "../../records/data/screen-config.ts";
import { DEFAULT_TIMEZONE } from "../../records/data/time-zone.ts";
import { partsOfYears, sumOfParts } from "./fetch-years.ts";
import { text } from "./text.ts";

/** Days of the first suggestion: a year before yesterday. */
const USUAL_DAYS = 365;
const REPLACE = "replace";

/** Chooses farm, service and days, and follows the years that are fetched. A failure stops it; it continues there. */
export function FetchDialog({ lists, onClose }: { lists: RelatedRecords; onClose: () => void }) {
  const { _id: clientId } = useSelectedClient();
  const farms = lists.of("farm");
  const [farmId, setFarmId] = useState(farms[0]?._id ?? "");
  const timeZone = lists.find("farm", farmId)?.timezone ?? DEFAULT_TIMEZONE;
  const yesterday = addDays(farmDay(now(), timeZone), -1);
  const [source, setSource] = useState<ArchiveSource>("nasa-power");
  const [from, setFrom] = useState(addDays(yesterday, -USUAL_DAYS));
  const [to, setTo] = useState(yesterday);
  const [replace, setReplace] = useState(false);
  const [replies, setReplies] = useState<readonly PastWeatherOrderReply[]>([]);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isValid = isFarmDay(from) && isFarmDay(to) && from <= to;
  const parts = isValid ? partsOfYears(from, to) : [];
  const isDone = parts.length > 0 && replies.length === parts.length;
  const isStarted = pending || replies.length > 0;

  async function start() {
    setPending(true);
    setFailure(undefined);
    try {
      for (const part of parts.slice(replies.length)) {
        const reply = await call(views.pastWeatherFetch, { body: { farmId, source, replace, ...part } });
        if (reply.problem !== null) return setFailure(text.problems[reply.problem]);
        setReplies((before) => [...before, reply]);
      }
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPending(false);
      void queryClient.invalidateQueries({ queryKey: [clientId] });
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      variant="sheet"
      actions={
        <>
          <Button onClick={onClose}>{isDone ? text.close : text.cancel}</Button>
          {!isDone && (
            <Button variant="primary" pending={pending} disabled={!isValid} onClick={() => void start()}>
              {isStarted ? text.resume : text.send}
            </Button>
          )}
        </>
      }
    >
      <div className="close-stack">
        <Failure>{failure}</Failure>
        {isDone ? (
          <Banner icon="check" announced>
            {text.done(sumOfParts(replies))}
          </Banner>
        ) : (
          <>
            <p>{text.intro}</p>
            <Field label={text.farm}>
              {(control) => (
                <Select
                  {...control}
                  disabled={isStarted}
                  value={farmId}
                  onChange={({ target }) => setFarmId(target.value)}
                >
                  {farms.map(({ _id, name }) => (
                    <option key={_id} value={_id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={text.source}>
              {(control) => (
                <Select
                  {...control}
                  disabled={isStarted}
                  value={source}
                  onChange={({ target }) => setSource(ArchiveSource.catch("nasa-power").parse(target.value))}
                >
                  {ArchiveSource.options.map((one) => (
                    <option key={one} value={one}>
                      {text.sources[one]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <DateField
              label={text.from}
              value={from}
              onValue={setFrom}
              timeZone={timeZone}
              max={yesterday}
              disabled={isStarted}
            />
            <DateField
              label={text.to}
              value={to}
              onValue={setTo}
              timeZone={timeZone}
              max={yesterday}
              disabled={isStarted}
            />
            {!isValid && <p role="status">{text.order}</p>}
            <Checks
              legend={null}
              options={[{ value: REPLACE, label: text.replace }]}
              chosen={replace ? [REPLACE] : []}
              onChoose={(_, on) => setReplace(on)}
            />
            {isStarted && (
              <>
                <label htmlFor="archive-progress" role="status">
                  {text.progress(replies.length, parts.length)}
                </label>
                <progress id="archive-progress" max={parts.length} value={replies.length} />
              </>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
