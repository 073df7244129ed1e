-- The declared type of a parameter, as JSON: the console shows and asks for its value by it. Each start writes it from the declarations.
alter table system_param add column value_type text;
