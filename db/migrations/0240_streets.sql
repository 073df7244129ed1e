-- Streets as objects: posts refer to them, lamps belong to them through their post.
create table lighting_street (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  name_en text,
  pinyin text,
  project_id bigint,
  remark text
);
create index lighting_street_tenant on lighting_street (tenant_id, id) where not is_deleted;
create index lighting_street_project_id_id on lighting_street (tenant_id, project_id, id) where not is_deleted;
create index lighting_street_name_id on lighting_street (tenant_id, name, id) where not is_deleted;
select ll_secure('lighting_street', 'tenant');
select ll_counted('lighting_street', true);
create unique index lighting_street_in_project on lighting_street (tenant_id, coalesce(project_id, 0), name) where not is_deleted;

alter table lighting_post add column street_id bigint;
create index lighting_post_street_id on lighting_post (tenant_id, street_id) where not is_deleted;
-- The search of the map finds posts by how their name begins.
create index lighting_post_name_id on lighting_post (tenant_id, name, id) where not is_deleted;

-- Tenants whose posts came before streets did: a task names their streets from the posts' names and removes the row.
create table lighting_street_fill (
  tenant_id text primary key,
  after_id bigint not null default 0
);
select ll_secure('lighting_street_fill');
insert into lighting_street_fill (tenant_id) select distinct tenant_id from lighting_post where not is_deleted;
