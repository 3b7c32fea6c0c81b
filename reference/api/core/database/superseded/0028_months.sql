-- Readings and the states of pivots by month. What was stored until the end of the month of the upgrade stays in a first partition.
CREATE FUNCTION "months_end"(parent regclass, is_first boolean) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  select max((regexp_match(bound, $re$TO \('([^']+)'\)$re$))[1]::timestamptz)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral pg_get_expr(c.relpartbound, c.oid) as bound
  where i.inhparent = parent and (not is_first or bound like '%MINVALUE%')
$$;
--> statement-breakpoint
-- Adds months until one contains the moment. One process at a time.
CREATE FUNCTION "add_months"(parent regclass, until timestamptz) RETURNS void LANGUAGE plpgsql AS $$
declare
  month timestamptz;
  following timestamptz;
begin
  if months_end(parent, false) > until then return; end if;
  perform pg_advisory_xact_lock(5648290);
  month := months_end(parent, false);
  while month <= until loop
    following := ((month at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    execute format('create table %I partition of %s for values from (%L) to (%L)',
      parent::text || to_char(month at time zone 'UTC', '_YYYY_MM'), parent, month, following);
    month := following;
  end loop;
end $$;
--> statement-breakpoint
-- Drops the months that ended before the moment; the first partition takes over their range, and is emptied. Returns about how many rows went.
CREATE FUNCTION "drop_months"(parent regclass, before timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
declare
  old record;
  gone bigint := 0;
  last timestamptz := months_end(parent, true);
begin
  if last > before then return 0; end if;
  perform pg_advisory_xact_lock(5648290);
  for old in
    select c.oid::regclass as month, greatest(c.reltuples, 0)::bigint as rows, (regexp_match(bound, $re$TO \('([^']+)'\)$re$))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral pg_get_expr(c.relpartbound, c.oid) as bound
    where i.inhparent = parent and bound not like '%MINVALUE%'
  loop
    if old.ends > before then continue; end if;
    execute format('drop table %s', old.month);
    gone := gone + old.rows;
    last := greatest(last, old.ends);
  end loop;
  execute format('select count(*) from (select from %I limit 1) f', parent::text || '_first') into old;
  if old.count > 0 then
    gone := gone + (select greatest(reltuples, 1)::bigint from pg_class where oid = (parent::text || '_first')::regclass);
    execute format('truncate %I', parent::text || '_first');
  end if;
  if last > months_end(parent, true) then
    execute format('alter table %s detach partition %I', parent, parent::text || '_first');
    execute format('alter table %s attach partition %I for values from (minvalue) to (%L)', parent, parent::text || '_first', last);
  end if;
  return gone;
end $$;
--> statement-breakpoint
ALTER TABLE "readings" RENAME TO "readings_first";--> statement-breakpoint
ALTER TABLE "readings_first" RENAME CONSTRAINT "readings_sensor_at_pk" TO "readings_first_pk";--> statement-breakpoint
ALTER INDEX "readings_excluded" RENAME TO "readings_first_excluded";--> statement-breakpoint
CREATE TABLE "readings" (LIKE "readings_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_sensor_at_pk" PRIMARY KEY ("sensor", "at");--> statement-breakpoint
CREATE INDEX "readings_excluded" ON "readings" ("sensor", "at") WHERE "flag" between 1 and 4;--> statement-breakpoint
ALTER TABLE "pivot_statuses" RENAME TO "pivot_statuses_first";--> statement-breakpoint
ALTER TABLE "pivot_statuses_first" RENAME CONSTRAINT "pivot_statuses_pivot_id_date_pk" TO "pivot_statuses_first_pk";--> statement-breakpoint
CREATE TABLE "pivot_statuses" (LIKE "pivot_statuses_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("date");--> statement-breakpoint
ALTER TABLE "pivot_statuses" ADD CONSTRAINT "pivot_statuses_pivot_id_date_pk" PRIMARY KEY ("pivot_id", "date");--> statement-breakpoint
ALTER TABLE "pivot_statuses" ADD CONSTRAINT "pivot_statuses_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "pivots"("_id") ON DELETE cascade;--> statement-breakpoint
DO $$
declare
  bound timestamptz := (date_trunc('month',
    greatest(now(), (select max("at") from readings_first), (select max("date") from pivot_statuses_first)) at time zone 'UTC')
    + interval '1 month') at time zone 'UTC';
begin
  execute format('alter table readings attach partition readings_first for values from (minvalue) to (%L)', bound);
  execute format('alter table pivot_statuses attach partition pivot_statuses_first for values from (minvalue) to (%L)', bound);
end $$;
