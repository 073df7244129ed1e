import type { Text } from '@lamplight/kit'

export const M = {
  secondTitle: ['两步验证', 'Two-step verification'],
  codeAbout: ['请输入验证器中的 6 位验证码，或一个恢复码', 'Enter the six digits of your authenticator app, or a recovery code'],
  enrolAbout: [
    '您的租户要求两步验证。请用验证器扫描二维码，再输入它显示的 6 位验证码。',
    'Your tenant requires two-step verification. Scan the code with an authenticator app, then enter the six digits it shows.',
  ],
  qr: ['验证器二维码', 'QR code for the authenticator app'],
  code: ['验证码', 'Code'],
  needCode: ['请输入验证码', 'Enter the code'],
  verify: ['验证', 'Verify'],
  passkey: ['使用通行密钥', 'Use a passkey'],
  passkeyFailed: ['通行密钥验证未完成', 'Passkey sign-in was not completed'],
  back: ['返回登录', 'Back to sign-in'],
  byProvider: ['使用{name}登录', 'Sign in with {name}'],
  byPhone: ['手机验证码登录', 'Sign in by text message'],
  byPassword: ['账号密码登录', 'Sign in with a password'],
  phone: ['手机号码', 'Mobile'],
  send: ['获取验证码', 'Send a code'],
  sendAgain: ['{n} 秒后可重发', 'Resend in {n} s'],
  sent: ['如该手机号已登记，验证码已发出', 'If this number is registered, a code has been sent'],
  submit: ['登录', 'Sign in'],
} as const satisfies Record<string, Text>
