-- Whose rows somebody under a data scope sees is asked by each statement: people of departments are found by the index, those that left too, for what
-- they made is still there.
drop index identity_user_dept;
create index identity_user_dept on identity_user using gin (dept_id);
