-- Figures of each checked night by project and area: users limited to places see the sum of theirs. Earlier nights have none, because what each lamp did was not kept.
create table strategies_night_place (
  tenant_id text not null,
  day text not null,
  -- 0: none
  project_id bigint not null,
  area_id bigint not null,
  lamps integer not null,
  kept integer not null,
  deviating integer not null,
  silent integer not null,
  overridden integer not null,
  below_minutes integer not null,
  primary key (tenant_id, day, project_id, area_id)
);
select ll_secure('strategies_night_place', 'tenant');
