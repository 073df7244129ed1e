-- Titles of calls in English beside the Chinese ones.
alter table system_log_api add column en_title text;
