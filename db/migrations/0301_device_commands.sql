-- A batch with a command of a device type stores the name and arguments of the command, and its text in both languages. Null for commands to lamps.
alter table control_batch
  add column command_text text,
  add column command_text_en text,
  add column device_type integer,
  add column cmd text,
  add column args text;
