-- As programs of this family write it: yyyy-MM-dd, with or without a midnight.
alter table identity_user add column birthday text;
