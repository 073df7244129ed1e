-- Name and number are one line each in keyword_text, so filters by name or number read the index of that column. Line breaks within them become spaces.
alter table lighting_lamp alter column keyword_text set expression as
  (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), '')));
-- The statement above rewrites the table. Without new statistics the planner would choose bad plans.
analyze lighting_lamp;
