-- Generated towns of tenants that began with one: seed and size, from which the streets of their map follow.
create table lighting_town (
  tenant_id text primary key,
  seed integer not null,
  lamps integer not null
);
select ll_secure('lighting_town');
