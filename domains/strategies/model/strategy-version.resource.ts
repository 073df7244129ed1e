import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** All versions of strategies with who wrote them and why; going back writes a new version with an old content. */
export const strategyVersion = defineResource({
  name: 'strategies.version',
  label: ['策略版本', 'Strategy version'],
  about: ['策略的历史版本', 'Earlier versions of strategies'],
  code: 'workstrategy_version',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-strategy/workstrategy/version', verbs: ['list', 'detail'] },
  title: 'version',
  list: { sort: '-version' },
  fields: {
    strategyId: f.ref('strategies.strategy', { label: ['策略', 'Strategy'], readonly: true, list: true, search: true }),
    version: f.int({ label: ['版本', 'Version'], readonly: true, list: true, search: true }),
    account: f.text({ label: ['修改人', 'Changed by'], readonly: true, max: 60, list: true }),
    reason: f.text({ label: ['原因', 'Reason'], readonly: true, max: 255, list: true }),
    content: f.text({ label: ['内容', 'Content'], readonly: true, max: 60_000, multiline: true, alone: true, hidden: true }),
  },
  indexes: [['strategyId', 'version']],
  io: { export: true },
})
