import { secondPersonLifecycle } from '@lamplight/control/model'

/** A publication waits for a second person if it touches more lamps than a parameter says. */
export const publicationLifecycle = secondPersonLifecycle({
  rights: { approve: ['审批策略下发', 'Approve publications'], withdraw: ['撤回策略下发', 'Withdraw publications'] },
  about: ['批准或驳回他人提交的策略下发', 'Approve or reject publications that another person requested'],
  sent: ['已下发', 'Published'],
  approve: ['批准并下发', 'Approve and publish'],
  confirm: ['策略将下发到其设备，确定批准？', 'The strategy is sent to its devices. Approve it?'],
})
