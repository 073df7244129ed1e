-- Work of lane 1 (reads of parameters) is opened and sent after that of lane 0 (commands of operators), and at a limited rate.
alter table control_work add lane smallint not null default 0;
drop index control_work_fresh;
create index control_work_fresh on control_work (lane, batch_id) where fresh;
