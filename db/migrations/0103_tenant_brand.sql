-- How the sign-in page and the console of a tenant look.
alter table identity_tenant add column title text, add column logo_url text;
