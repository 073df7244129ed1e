import { defineLifecycle } from '@lamplight/kit'

const right = {
  name: 'set',
  label: ['启停', 'Switch'],
  about: ['启用或停用亮灯模式，并下发到设备', 'Enables and disables light modes, and sends them to devices'],
  roles: 'commands',
} as const

/** State of a light mode (decisions.md C10). Of the modes of a project that share devices only one is enabled. */
export const lightModeLifecycle = defineLifecycle({
  field: 'status',
  states: {
    0: { text: ['停用', 'Disabled'] },
    1: { text: ['启用', 'Enabled'], tone: 'good' },
  },
  initial: 0,
  transitions: {
    enable: {
      label: ['启用', 'Enable'],
      right,
      from: [0],
      to: 1,
      one: { path: 'switch', with: { status: 1 } },
      many: { path: 'batchSwitch', with: { status: 1 } },
      confirm: [
        '模式将下发到其设备；同一项目中含有相同设备的其他模式将停用。确定启用？',
        'The mode is sent to its devices; other modes of the project with the same devices are disabled. Enable it?',
      ],
      sole: { within: ['projectId'], overlap: 'devList', by: 'disable' },
    },
    disable: {
      label: ['停用', 'Disable'],
      right,
      from: [1],
      to: 0,
      one: { path: 'switch', with: { status: 0 } },
      many: { path: 'batchSwitch', with: { status: 0 } },
      confirm: ['设备将恢复默认的亮灯方式，确定停用？', 'The devices return to their default programme. Disable the mode?'],
      danger: true,
    },
  },
  edit: { in: [0] },
  remove: { in: [0] },
})
