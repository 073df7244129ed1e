-- A reading exactly at the end of an hour or day ends the increase of that hour or day.

-- No lowest and highest value: the only report of the day is the one at its end, which counts for its increase.
alter table devices_series_area_daily alter low drop not null, alter high drop not null;

-- A day has a row also if its only report is the one at its end. A solar lamp counts only on days with other reports.
create or replace view reports_solar_days with (security_invoker = true) as
  select y.tenant_id, y.day, y.device_id, y.project_id, y.area_id, (y.readings > 0)::int as devices,
    y.lows[5] as voltage_low, y.highs[5] as voltage_high, y.lows[6] as current_low, y.highs[6] as current_high, y.lows[3] as soc_low, y.highs[3] as soc_high,
    y.highs[8] as panel_voltage, y.highs[9] as panel_current, coalesce(y.increases[12], 0) as charged, coalesce(y.increases[13], 0) as discharged,
    coalesce(y.lasts[3], 0) as soc_last, (y.lasts[3] is not null)::int as socs
  from devices_series_days y where y.type = 7 and not (select ll_is_scoped('solar_lamp'));

/*
 * Counts the increase of a counter over its readings (`ats`, `vals`, in order of time). Sums readings after `begins`, up to and with `ends`: an increase
 * happened before the reading that shows it. Those before give the line, those after show whether a value stays.
 *
 * The line is the highest value that counted. Of a reading:
 *   - up to `eps` below the line (noise: `noise`, or a thousandth of the use) changes nothing;
 *   - lower, and one of the next 4 readings reaches the line again: a glitch, left out;
 *   - lower by at least half of `wraps`: a roll-over;
 *   - lower, near zero (1 % of the line): a reset, its value counts;
 *   - lower: a break, the line goes on from it and nothing counts;
 *   - higher, and none of the next 4 readings reaches it, but one is on the line: a glitch;
 *   - higher than `most` an hour allows: a glitch until the next reading shows that it stays, then a break;
 *   - higher by one step of more than half of the last fall, to the line before the fall: a long glitch ended, the step from the old line counts.
 * The first reading after a time in `told` begins a new line: cause 1 counts its value, cause 2 nothing. So does a reading after 31 days without one.
 */
create or replace function devices_counter(ats timestamptz[], vals float8[], told timestamptz[], causes smallint[], begins timestamptz, ends timestamptz,
  noise float8, wraps float8, most float8,
  out increase float8, out resets integer, out rollovers integer, out breaks integer, out glitches integer, out uneven boolean, out steps float8[])
language plpgsql immutable set search_path = public as $fn$
declare
  ahead constant integer := 4;
  calm constant integer := 8;
  n constant integer := coalesce(cardinality(ats), 0);
  line float8;
  line_at timestamptz;
  -- Line before the last fall, the value after it, and how many readings counted since.
  old float8;
  base float8;
  since integer := 0;
  used float8 := 0;
  eps float8;
  x float8;
  step float8;
  -- 0 none, 1 reset, 2 roll-over, 3 break, 4 glitch, 5 noise
  kind integer;
  cause smallint;
  -- Highest of the next readings, if the very next one is lower.
  top float8;
  impossible boolean;
  k integer;
begin
  increase := 0; resets := 0; rollovers := 0; breaks := 0; glitches := 0; uneven := false; steps := '{}';
  for i in 1 .. n loop
    x := vals[i];
    step := 0;
    kind := 0;
    cause := null;
    if line is not null and told is not null then
      for j in 1 .. cardinality(told) loop
        if told[j] > line_at and told[j] <= ats[i] then cause := greatest(cause, causes[j]); end if;
      end loop;
    end if;
    eps := greatest(noise, used * 0.001);
    if line is null or ats[i] - line_at > interval '31 days' then
      line := x; line_at := ats[i]; old := null;
    elsif cause is not null then
      step := case when cause = 1 then greatest(x, 0) else 0 end;
      kind := 1; line := x; line_at := ats[i]; old := null;
    elsif x >= line then
      if x > line then
        k := least(ahead, n - i);
        top := null;
        if k > 0 and vals[i + 1] < x - eps then
          select max(f) into top from unnest(vals[i + 1 : i + ahead]) f;
        end if;
        impossible := x - line > most * greatest(1, extract(epoch from ats[i] - line_at) / 3600);
        if top < x - eps and (top >= line - eps or impossible) then
          kind := 4;
        elsif old is not null and x >= old - eps and x - line > (old - line) / 2 and old > line then
          kind := 4; step := greatest(x - old, 0); line := greatest(x, old); line_at := ats[i]; old := null;
        elsif impossible then
          if k = 0 then kind := 4;
          else kind := 3; line := x; line_at := ats[i]; old := null;
          end if;
        else
          step := x - line; line := x; line_at := ats[i];
        end if;
      else
        line_at := ats[i];
      end if;
      if kind = 0 and old is not null then
        since := since + 1;
        if since >= calm and line - base > eps then old := null; end if;
      end if;
    elsif x >= line - eps then
      kind := 5; line_at := ats[i];
    elsif (select max(f) from unnest(vals[i + 1 : i + ahead]) f) >= line - eps then
      kind := 4;
    elsif line - x >= wraps / 2 then
      kind := 2; step := x + wraps - line; line := x; line_at := ats[i]; old := null;
    else
      if x <= greatest(line * 0.01, eps) then kind := 1; step := greatest(x, 0); else kind := 3; end if;
      old := greatest(line, coalesce(old, line)); base := x; since := 0; line := x; line_at := ats[i];
    end if;
    used := used + step;
    steps := steps || step;
    if ats[i] > begins and ats[i] <= ends then
      increase := increase + step;
      if kind = 1 then resets := resets + 1; elsif kind = 2 then rollovers := rollovers + 1; elsif kind = 3 then breaks := breaks + 1;
      elsif kind = 4 then glitches := glitches + 1; end if;
      uneven := uneven or kind > 0;
    end if;
  end loop;
end $fn$;
