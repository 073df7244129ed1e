-- Names of menus and buttons that installations took from earlier versions; what administrators renamed stays.
update system_menu m set name = w.zh, en_name = w.en
from (values
  ('builder', 'Builders', '建设单位', 'Contractors'),
  ('unit', 'Units', '单位管理', 'Organisations'),
  ('city_basis', 'Basics', '基础信息', 'Basic data'),
  ('project_gather', 'Put below a new parent', '移到新的上级', 'Move under'),
  ('controller_activated', 'Set activation', '激活 / 停用', 'Activate / deactivate')
) as w (code, old, zh, en)
where m.code = w.code and m.en_name = w.old;
