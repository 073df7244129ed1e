import { defineParams } from '@lamplight/kit'

export const identityParams = defineParams([
  {
    key: 'account.initPassword',
    label: ['初始密码', 'Initial password'],
    about: ['新用户与重置密码时使用', 'Used for new users and password resets'],
    type: { kind: 'secret' },
    value: '123456',
  },
  {
    key: 'account.captcha',
    label: ['登录验证码', 'Sign-in captcha'],
    about: [
      '登录时输入图中字符；只能减慢自动猜测密码，防护靠账号锁定与两步验证',
      'Typed at sign-in. It only slows down automatic guessing; account locks and two-step verification protect the account',
    ],
    type: { kind: 'flag' },
    value: 'false',
  },
  {
    key: 'invite.expireHours',
    label: ['邀请链接有效小时数', 'Validity of invitations in hours'],
    type: { kind: 'number', min: 1, max: 8760, whole: true, unit: 'h' },
    value: '168',
  },
])
