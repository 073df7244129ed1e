import { defineParams } from '@lamplight/kit'

export const CUSTOM_BATTERY_PROJECTS = 'sun.customBattery.projectIds'

export const solarParams = defineParams([
  {
    key: CUSTOM_BATTERY_PROJECTS,
    label: ['启用自定义电池的项目', 'Projects with custom batteries'],
    about: ['项目 id，逗号分隔；为空时不启用', 'Project ids separated by commas; empty: none'],
    type: { kind: 'text' },
    empty: true,
  },
])
