import { f } from '@lamplight/fields/model'
import { defineLifecycle } from '@lamplight/kit'

const right = {
  name: 'set',
  label: ['发布与取消', 'Publish and cancel'],
  about: ['向设备发布开关策略，或取消发布', 'Publishes on/off strategies to devices, and cancels them'],
  roles: 'commands',
} as const

/** Input that selects devices: single devices, members of a group, or both. */
const devices = {
  deviceIds: f.refs('media.infoScreen', { label: ['设备', 'Devices'] }),
  devGroupId: f.ref('devices.group', { label: ['设备分组', 'Device group'] }),
}
const BASE = '/blade-media/on_off_strategy'

/** Lifecycle of an on/off strategy: published or not (decisions.md C6). A device follows the strategy that was published to it last. */
export const onOffLifecycle = defineLifecycle({
  field: 'status',
  states: {
    0: { text: ['草稿', 'Draft'] },
    1: { text: ['已发布', 'Published'], tone: 'good' },
    2: { text: ['已取消', 'Cancelled'] },
  },
  initial: 0,
  transitions: {
    publish: {
      label: ['发布', 'Publish'],
      right,
      from: [0, 2],
      to: 1,
      one: { path: `${BASE}/publish`, key: 'strategyId' },
      input: devices,
      confirm: [
        '所选设备将改为执行该策略，不再执行之前的开关策略。',
        'The chosen devices follow this strategy from now on, instead of the one that they follow now.',
      ],
    },
    cancel: {
      label: ['取消发布', 'Cancel strategy'],
      right,
      from: [1],
      to: 2,
      one: { path: `${BASE}/cancel`, key: 'strategyId' },
      input: devices,
      confirm: ['设备将不再按策略开关，保持当前状态。', 'Its devices are no longer switched by a strategy and stay as they are.'],
      danger: true,
    },
  },
  edit: { in: [0, 2] },
  remove: { in: [0, 2] },
})
