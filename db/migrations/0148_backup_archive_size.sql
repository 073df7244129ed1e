-- `size` is how many rows a page of a list has.
alter table system_backup rename column size to archive_size;
