import { labelsOf, type Text } from '@lamplight/kit'
import { invite, user } from '../model/index.ts'

export const P = {
  // Texts of the registration dialog and of the redirect from a provider
  entering: ['正在登录…', 'Signing you in…'],
  binding: ['正在绑定第三方账号…', 'Linking the third-party account…'],
  failed: ['第三方登录失败', 'Sign-in at the provider failed'],
  toLogin: ['返回登录', 'Back to sign-in'],
  toCentre: ['返回个人中心', 'Back to my account'],
  register: ['账号注册', 'Create an account'],
  registerAbout: [
    '您的第三方账号尚未关联本平台用户，请提交注册申请。',
    'Your third-party account is not linked to a user yet. Request an account.',
  ],
  tenantId: ['租户编号', 'Tenant ID'],
  ...labelsOf(user.fields, 'realName', 'password', 'phone', 'email'),
  account: ['账号名称', 'Account'],
  password2: ['确认密码', 'Confirm password'],
  needTenant: ['请先输入租户编号', 'Enter the tenant ID first'],
  needAccount: ['请先输入账号名称', 'Enter the account first'],
  needPassword: ['请先输入密码', 'Enter the password first'],
  differ: ['两次密码输入不一致', 'The passwords do not match'],
  registered: ['注册申请已提交,请耐心等待管理员通过!', 'Your request has been submitted and is waiting for approval.'],
  registerFailed: ['提交失败', 'Submission failed'],
  send: ['提交', 'Submit'],
  understood: ['知道了', 'OK'],
  // Texts of the public page of an invitation
  inviteTitle: ['邀请注册', 'You are invited'],
  inviteFrom: ['{name} 邀请您加入 {tenant}', '{name} invites you to join {tenant}'],
  ...labelsOf(invite.fields, 'inviteRoles', 'expireTime'),
  inviteOver: ['邀请已失效', 'This invitation is no longer valid'],
  inviteOverAbout: [
    '邀请不存在、已过期、已撤销或已被使用，请联系邀请人。',
    'The invitation does not exist, has expired, was revoked or has been used. Contact the person who invited you.',
  ],
  needName: ['请输入姓名', 'Enter your name'],
  inviteSent: ['注册信息已提交', 'Registration submitted'],
  inviteSentAbout: ['管理员审核通过后，即可用账号 {account} 登录。', 'After approval you can sign in with the account {account}.'],
  loading: ['加载中…', 'Loading…'],
} as const satisfies Record<string, Text>
