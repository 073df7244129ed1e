import { defineErrors, type Text } from '@lamplight/kit'

/** Refusals of the administration calls; zh texts of wire-contract.md 4.2, 4.7 and 4.8. */
export const identityErrors = defineErrors({
  accountTaken: { status: 400, text: ['当前账号已被使用!', 'This account name is already taken'] },
  noUserChosen: { status: 400, text: ['请至少选择一个用户', 'Choose at least one user'] },
  foreignRole: { status: 400, text: ['无权操作非本租户的角色', 'The role belongs to another tenant'] },
  administratorRole: { status: 400, text: ['无权限创建超管角色！', 'Only a platform administrator can create or assign this role'] },
  administratorCopy: {
    status: 400,
    text: [
      '超级管理员角色凭别名拥有全部权限，没有可复制的授权；请复制其他角色，或新增角色后授权',
      'The administrator role holds every right by its alias, so it has no rights to copy. Copy another role, or add one and grant it rights',
    ],
  },
  beyondOwnRights: { status: 400, text: ['不能授予自己没有的权限', 'You cannot grant rights that you do not have'] },
  beyondOwnPlaces: {
    status: 400,
    text: [
      '只能管理自己区域和项目之内的用户，请为该用户选择其中的区域和项目',
      'You manage users within your own areas and projects only; choose some of these for the user',
    ],
  },
  roleInUse: { status: 400, text: ['角色正在使用中，无法删除：{names}', 'Roles in use cannot be deleted: {names}'] },
  administratorFixed: {
    status: 400,
    text: ['超级管理员角色的别名不可修改，也不可删除', 'The platform administrator role keeps its alias and cannot be deleted'],
  },
  platformEnds: { status: 400, text: ['平台租户没有有效期', 'The platform tenant does not expire'] },
  platformTenant: { status: 400, text: ['平台租户不可删除', 'The platform tenant cannot be deleted'] },
  administratorOnly: { status: 400, text: ['仅平台超级管理员可操作', 'Only a platform administrator can do this'] },
  domainTaken: { status: 400, text: ['该域名已绑定其他租户', 'Another tenant uses this domain'] },
  numberTaken: { status: 400, text: ['租户编号已存在：{number}', 'The tenant number {number} is taken'] },
  zoneUnknown: { status: 400, text: ['时区不存在：{zone}', 'There is no time zone {zone}'] },
  accountsExhausted: { status: 400, text: ['当前租户已到最大账号额度！', 'The account limit of the tenant is reached'] },
  removesSelf: { status: 400, text: ['不能删除或停用当前登录的账号', 'You cannot delete or disable the account you are signed in with'] },
  oldPasswordWrong: { status: 400, text: ['原密码不正确!', 'The old password is wrong'] },
  tooManyGuesses: { status: 400, text: ['原密码错误次数过多，请稍后再试', 'Too many wrong passwords; try again later'] },
  registrationTenant: { status: 400, text: ['租户信息错误!', 'There is no such tenant'] },
  oauthUnknown: { status: 400, text: ['第三方登陆信息错误!', 'The sign-in at the provider is unknown or has expired'] },
  oauthBound: { status: 400, text: ['该第三方账号已绑定其他用户', 'This third-party account is linked to another user'] },
  oauthFailed: { status: 400, text: ['第三方登录失败，请重试', 'Sign-in at the provider failed; try again'] },
  sourceUnknown: { status: 400, text: ['登录方式不存在或未启用', 'The sign-in provider does not exist or is disabled'] },
  submittedTwice: { status: 400, text: ['请勿重复提交', 'Already submitted; please wait for approval'] },
  notPending: { status: 400, text: ['当前状态不允许该操作', 'The operation is not allowed in the current state'] },
  inviteInvalid: { status: 400, text: ['邀请不存在、已过期或已撤销', 'The invitation does not exist, has expired or was revoked'] },
  inviteAreas: { status: 400, text: ['请选择邀请的区域', 'Choose the areas of the invitation'] },
  avatarType: { status: 400, text: ['头像只能是 jpg 或 png 图片', 'The profile picture must be a jpg or png'] },
  avatarSize: { status: 400, text: ['头像不能超过 500 KB', 'The profile picture must not exceed 500 kB'] },
  factorCode: { status: 400, text: ['验证码不正确', 'The code is wrong'] },
  factorOff: { status: 400, text: ['当前租户未启用两步验证', 'Two-step verification is off in this tenant'] },
  factorThere: { status: 400, text: ['已绑定验证器', 'An authenticator app is already set up'] },
  passkeyRefused: { status: 400, text: ['通行密钥未被接受，请重试', 'The passkey was not accepted; try again'] },
  notAsOther: { status: 400, text: ['代登录期间不能执行此操作', 'Not allowed while signed in as another user'] },
  deptAbove: { status: 400, text: ['上级部门不存在!', 'The parent department does not exist'] },
  deptTenant: { status: 400, text: ['不允许跨租户迁移部门，请联系运维处理', 'A department cannot move to another tenant'] },
  deptsMissing: { status: 400, text: ['请选择可见部门', 'Choose the departments'] },
  cutsNothing: {
    status: 400,
    text: [
      '该菜单没有按人员划分的数据，数据权限在此不起作用',
      'Rows on this page are not assigned to users, so a data scope has no effect here',
    ],
  },
  clientBuiltIn: { status: 400, text: ['内置应用不能修改或删除', 'The built-in client cannot be changed or deleted'] },
  scopeInUse: { status: 400, text: ['权限正在使用中，无法删除：{names}', 'Scopes granted to roles cannot be deleted: {names}'] },
  ownScope: { status: 400, text: ['不能修改限制自己的权限', 'You cannot change a scope that applies to you'] },
  scopeUnknown: { status: 400, text: ['所选权限不存在', 'A chosen scope does not exist'] },
  newPasswordsDiffer: { status: 400, text: ['请输入正确的确认密码!', 'The new passwords do not match'] },
})

/** Message for a wrong password in the last attempts before the lock; `why` is the text of the refusal. */
export const attemptsLeft: Text = [
  '{why}，还可尝试 {left} 次，之后账号将锁定 {minutes} 分钟',
  '{why}. Attempts left: {left}; then the account is locked for {minutes} min',
]

/** Refusals of the sign-in; zh texts of wire-contract.md 3.2. */
export const signInTexts = {
  wrong: ['用户名或密码错误', 'Wrong account or password'],
  captcha: ['验证码不正确', 'The code in the picture is wrong'],
  accountLocked: [
    '用户登录失败次数过多，账号已锁定。请于 {time}（约 {minutes} 分钟后）再试，或联系管理员解锁账号',
    'Too many failed attempts: the account is locked. Try again at {time} (in about {minutes} min), or ask your administrator to unlock it',
  ],
  addressLocked: [
    '用户登录失败次数过多，请稍后再试：当前网络地址已暂停登录，请于 {time}（约 {minutes} 分钟后）再试，或联系管理员解锁账号',
    'Too many failed attempts from your network address. Try again at {time} (in about {minutes} min), or ask your administrator to unlock your account',
  ],
  client: ['客户端认证失败!', 'Unknown client'],
  noClient: ['No client information in request header', 'No client information in request header'],
  noGrant: ['no grantType was found', 'no grantType was found'],
  disabled: ['账号已停用，请联系管理员', 'The account is disabled; ask your administrator'],
  accountExpired: ['账号已到期，请联系管理员', 'The account has expired; ask your administrator'],
  clientGrant: ['该应用未开通此授权类型', 'The client may not use this grant type'],
  tenantExpired: ['租户授权已过期，请联系管理员', 'The tenant has expired; ask your administrator'],
  refresh: ['令牌已失效，请重新登录', 'The session has ended; sign in again'],
  phoneCode: ['验证码错误或已过期', 'The code is wrong or has expired'],
  social: ['第三方登录失败，请重试', 'Sign-in at the provider failed; try again'],
  socialSource: ['登录方式不存在或未启用', 'The sign-in provider does not exist or is disabled'],
  pending: ['注册申请待审核，请耐心等待', 'The registration is waiting for approval'],
  sale: ['只能以自己名下租户的用户身份登录', 'You can sign in only as users of your own tenants'],
  factorNeeded: ['请完成两步验证', 'Two-step verification is required'],
  factor: ['验证码不正确', 'The code is wrong'],
  factorToken: ['验证已过期，请重新登录', 'The verification has expired; sign in again'],
} as const satisfies Readonly<Record<string, Text>>
