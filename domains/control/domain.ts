import { defineDomain } from '@lamplight/kit'

export const control = defineDomain({
  name: 'control',
  label: ['远程控制', 'Remote control'],
  about: [
    '调光、开关灯和恢复日程；指令记录、重试与取消',
    'Dim and switch lamps or return them to their schedule; command records, retry and cancel',
  ],
  level: 4,
  dependsOn: ['system', 'identity', 'places', 'devices'],
  offers: ['control_batches', 'control_packs', 'control_ledger', 'control_params_applied', 'control_param_states', 'control_expected'],
})
