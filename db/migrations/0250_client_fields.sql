-- Fields of clients that consoles of the family write, and the built-in client as a row of the list. Its secret is checked by the server, not here.
alter table identity_client
  add column access_token_validity integer,
  add column refresh_token_validity integer,
  add column scope text,
  add column resource_ids text,
  add column authorities text,
  add column web_server_redirect_uri text,
  add column autoapprove text;
update identity_client set access_token_validity = 3600, refresh_token_validity = 604800, scope = 'all';
insert into identity_client (id, tenant_id, client, grants, enabled, access_token_validity, refresh_token_validity, scope)
values (1123598811738675202, '000000', 'saber', 'password,captcha,sms,social,sale,mfa,refresh_token', true, 3600, 604800, 'all');
