import { f } from '@lamplight/fields/model'
import { defineLifecycle } from '@lamplight/kit'

const right = {
  name: 'approve',
  label: ['审批', 'Approve'],
  about: ['批准或驳回他人提交的策略下发', 'Approves or rejects publications that another person requested'],
  roles: 'write',
} as const
const note = { note: f.text({ label: ['意见', 'Note'], max: 255, multiline: true }) }

/** A publication waits for a second person if it touches more lamps than a parameter says. */
export const publicationLifecycle = defineLifecycle({
  field: 'state',
  states: {
    0: { text: ['待审批', 'Awaits approval'], tone: 'busy' },
    1: { text: ['已下发', 'Published'], tone: 'good' },
    2: { text: ['已驳回', 'Rejected'], tone: 'bad' },
    3: { text: ['已撤回', 'Withdrawn'] },
  },
  initial: 0,
  relations: { requester: { field: 'requesterId', label: ['申请人', 'the person who requested it'] } },
  transitions: {
    approve: {
      label: ['批准并下发', 'Approve and publish'],
      right,
      from: [0],
      to: 1,
      one: { path: 'approve' },
      never: 'requester',
      input: note,
      confirm: ['策略将下发到其设备，确定批准?', 'The strategy is sent to its devices. Approve it?'],
    },
    reject: { label: ['驳回', 'Reject'], right, from: [0], to: 2, one: { path: 'reject' }, never: 'requester', input: note, danger: true },
    withdraw: {
      label: ['撤回', 'Withdraw'],
      right: { name: 'withdraw', label: ['撤回', 'Withdraw'], about: ['撤回自己提交的下发', 'Withdraws own requests'], roles: 'write' },
      from: [0],
      to: 3,
      one: { path: 'withdraw' },
      only: 'requester',
    },
  },
  edit: { in: [] },
  remove: { in: [] },
})
