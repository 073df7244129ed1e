import { defineErrors, type Text } from '@lamplight/kit'

/** Refusals of the administration calls; zh texts of wire-contract.md 4.2, 4.7 and 4.8. */
export const identityErrors = defineErrors({
  accountTaken: { status: 400, text: ['当前账号已被使用!', 'This account is in use already'] },
  noUserChosen: { status: 400, text: ['请至少选择一个用户', 'Choose at least one user'] },
  foreignRole: { status: 400, text: ['无权操作非本租户的角色', 'The role belongs to another tenant'] },
  administratorRole: { status: 400, text: ['无权限创建超管角色！', 'Only an administrator of the platform may make or give this role'] },
  beyondOwnRights: { status: 400, text: ['不能授予自己没有的权限', 'You cannot grant rights that you do not have'] },
  roleInUse: { status: 400, text: ['角色正在使用中，无法删除: {names}', 'Roles in use cannot be removed: {names}'] },
  administratorFixed: {
    status: 400,
    text: ['超级管理员角色的别名不可修改，也不可删除', 'The role of the platform administrator keeps its alias and cannot be removed'],
  },
  platformTenant: { status: 400, text: ['平台租户不可删除', 'The tenant of the platform cannot be removed'] },
  administratorOnly: { status: 400, text: ['仅平台超级管理员可操作', 'Only an administrator of the platform may do this'] },
  domainTaken: { status: 400, text: ['该域名已绑定其他租户', 'Another tenant has this domain'] },
  numberTaken: { status: 400, text: ['租户编号已存在: {number}', 'The tenant number {number} is taken'] },
  zoneUnknown: { status: 400, text: ['时区不存在: {zone}', 'There is no time zone {zone}'] },
  accountsExhausted: { status: 400, text: ['当前租户已到最大账号额度!', 'The tenant has as many accounts as it may have'] },
  removesSelf: { status: 400, text: ['不能删除或停用当前登录的账号', 'You cannot remove or disable the account you are signed in with'] },
  oldPasswordWrong: { status: 400, text: ['原密码不正确!', 'The old password is wrong'] },
  tooManyGuesses: { status: 400, text: ['原密码错误次数过多，请稍后再试', 'Too many wrong passwords; try again later'] },
  newPasswordsDiffer: { status: 400, text: ['请输入正确的确认密码!', 'The two new passwords differ'] },
})

/** Refusals of the sign-in; zh texts of wire-contract.md 3.2. */
export const signInTexts = {
  wrong: ['用户名或密码错误', 'Wrong account or password'],
  captcha: ['验证码不正确', 'The code in the picture is wrong'],
  accountLocked: ['用户登录失败次数过多', 'Too many failed attempts: the account is locked for a while'],
  addressLocked: ['用户登录失败次数过多，请稍后再试', 'Too many failed attempts from your address; try again later'],
  client: ['客户端认证失败!', 'The client is not known'],
  noClient: ['No client information in request header', 'No client information in request header'],
  noGrant: ['no grantType was found', 'no grantType was found'],
  disabled: ['账号已停用，请联系管理员', 'The account is disabled; ask your administrator'],
  tenantExpired: ['租户授权已过期,请联系管理员', 'The tenant has expired; ask your administrator'],
  refresh: ['令牌已失效，请重新登录', 'The session has ended; sign in again'],
} as const satisfies Readonly<Record<string, Text>>
