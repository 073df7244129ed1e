import type { SliceRows } from '@lamplight/testing'

/** SQL of the data in the link of an invitation. */
const INVITED = 'select identification, short_code from identity_invite where id = $1'

export const identityRows: SliceRows = {
  rows: {
    'identity.tenant': ({ first }) => first('identity_tenant'),
    'identity.user': ({ first }) => first('identity_user'),
    'identity.role': ({ first }) => first('identity_role'),
    'identity.oauth': async ({ insert, row, tenantId }) =>
      insert('identity_oauth', {
        source_id: await row('identity.socialSource'),
        subject: `s-${tenantId}`,
        nickname: '访客',
        user_id: await row('identity.user'),
        last_time: new Date(),
      }),
    'identity.guest': ({ insert }) => insert('identity_guest', { account: 'waits', name: '申请人', verifier: 'x', status: 0 }),
    'identity.registerInfo': async ({ insert, row, one }) => {
      const { identification } = await one(INVITED, [await row('identity.invite')])
      return insert('identity_register_info', {
        account: 'asks',
        name: '受邀人',
        verifier: 'x',
        status: 0,
        phone: '13700000000',
        identification,
        role_ids: [await row('identity.role')],
        invite_user_id: await row('identity.user'),
      })
    },
  },
  words: async ({ one, row }) => {
    const { identification = '', short_code = '' } = await one(INVITED, [await row('identity.invite')])
    return { 'invitation-0001': identification, S0001: short_code }
  },
  unwritten: ['identity.tenant'],
  marks: {
    identity_tenant: ['tenant_name', 'linkman'],
    identity_user: ['real_name', 'name', 'phone', 'email'],
    identity_dept: ['dept_name', 'full_name', 'remark'],
    // The provider's name is shown on the sign-in page.
    identity_social_source: ['issuer'],
    identity_oauth: ['nickname', 'email'],
    identity_guest: ['name', 'reason'],
    identity_invite: ['invite_module'],
    identity_register_info: ['name', 'reason'],
  },
}
