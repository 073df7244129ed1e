-- The first page is called by what it shows, where nobody has named it otherwise.
update system_menu set name = '运行总览', en_name = 'Overview' where code = 'wel_index' and name = '欢迎页';
update system_param set remark = 'https 地址，在新窗口打开；为空时不显示该入口 / Opened in a new window; empty: the entry is hidden'
where param_key = 'console.lightMoveCar.url' and remark like '%为空时点击只提示%';
