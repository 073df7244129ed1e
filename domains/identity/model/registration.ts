import { f } from '@lamplight/fields/model'

/** State of a registration of either kind (decisions.md C11). */
export const REGISTRATION = { pending: 0, approved: 1, rejected: 2 } as const

export const registrationFields = {
  account: f.text({ label: ['登录账号', 'Account'], readonly: true, max: 45, list: true, search: true }),
  name: f.text({ label: ['姓名', 'Name'], readonly: true, max: 50, list: true, search: true }),
  status: f.choice(
    { 0: ['待审核', 'Pending'], 1: ['已通过', 'Approved'], 2: ['已驳回', 'Rejected'] },
    { label: ['状态', 'State'], readonly: true, initial: 0, list: true, search: true, tones: { 0: 'busy', 1: 'good', 2: 'neutral' } },
  ),
  reason: f.text({ label: ['驳回原因', 'Reason'], readonly: true, max: 200 }),
  auditUser: f.ref('identity.user', { label: ['审核人', 'Reviewed by'], readonly: true, list: true }),
  auditTime: f.time({ label: ['审核时间', 'Reviewed at'], readonly: true, list: true }),
  userId: f.ref('identity.user', { label: ['账号用户', 'User'], readonly: true }),
} as const

export const reject = {
  label: ['驳回', 'Reject'],
  on: 'rows',
  danger: true,
  confirm: ['申请人需重新提交申请', 'The applicant has to apply again'],
  disabledWhen: { status: { not: 0 } },
  input: { reason: f.text({ label: ['驳回原因', 'Reason'], required: true, max: 200 }) },
} as const
