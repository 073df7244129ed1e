-- English names of menus and parameters that the first versions shipped; names that administrators changed stay.
update system_menu m set en_name = w.now
  from (values
    ('log_usual', 'Usual logs', 'General log'),
    ('log_api', 'Calls', 'API calls'),
    ('log_error', 'Failures', 'Server errors'),
    ('systemmenu', 'Landing circle', 'Home shortcuts'),
    ('topmenugrant', 'Menus of top menus', 'Top menu content')
  ) as w (code, was, now)
  where lower(m.code) = w.code and m.en_name = w.was;

update system_param p set remark = w.now
  from (values
    ('account.captcha', 'true 时登录需要验证码 / true: signing in needs the captcha',
      '登录时输入图中字符；只能减慢自动猜测密码，防护靠账号锁定与两步验证 / Typed at sign-in. It only slows automatic guessing; account locks and two-step verification protect'),
    ('account.initPassword', '新用户与重置密码时使用 / Given to new users and by a reset', '新用户与重置密码时使用 / Used for new users and password resets')
  ) as w (key, was, now)
  where p.param_key = w.key and p.remark = w.was;
