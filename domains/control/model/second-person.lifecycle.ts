import { f } from '@lamplight/fields/model'
import { defineLifecycle, type Text } from '@lamplight/kit'

const note = { note: f.text({ label: ['意见', 'Note'], max: 255, multiline: true }) }

/** The lifecycle of a request that a second person decides: the requester can withdraw it, and cannot approve it. */
export const secondPersonLifecycle = (words: {
  /** Names of the rights, which a role's tree shows beside those of other requests. */
  readonly rights: { readonly approve: Text; readonly withdraw: Text }
  readonly about: Text
  readonly sent: Text
  readonly approve: Text
  readonly confirm: Text
}) => {
  const right = { name: 'approve', label: words.rights.approve, about: words.about, roles: 'write' } as const
  return defineLifecycle({
    field: 'state',
    states: {
      0: { text: ['待审批', 'Awaits approval'], tone: 'busy' },
      1: { text: words.sent, tone: 'good' },
      2: { text: ['已驳回', 'Rejected'], tone: 'bad' },
      3: { text: ['已撤回', 'Withdrawn'] },
    },
    initial: 0,
    relations: { requester: { field: 'requesterId', label: ['申请人', 'the person who requested it'] } },
    transitions: {
      approve: {
        label: words.approve,
        right,
        from: [0],
        to: 1,
        one: { path: 'approve' },
        never: 'requester',
        input: note,
        confirm: words.confirm,
      },
      reject: {
        label: ['驳回', 'Reject'],
        right,
        from: [0],
        to: 2,
        one: { path: 'reject' },
        never: 'requester',
        input: note,
        danger: true,
      },
      withdraw: {
        label: ['撤回', 'Withdraw'],
        right: { name: 'withdraw', label: words.rights.withdraw, about: ['撤回自己提交的下发', 'Withdraws own requests'], roles: 'write' },
        from: [0],
        to: 3,
        one: { path: 'withdraw' },
        only: 'requester',
      },
    },
    edit: { in: [] },
    remove: { in: [] },
  })
}
