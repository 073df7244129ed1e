-- Filters by name or number read the keyword's index, where each of them is a line: a line break in a text counts as a space.
alter table lighting_lamp alter column keyword_text set expression as
  (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), '')));
-- The table was written anew: without statistics of the column the first searches would be planned badly.
analyze lighting_lamp;
