import { defineConsole, definePage } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { devices } from '../domain.ts'
import { gateway } from '../model/gateway.resource.ts'
import { group } from '../model/group.resource.ts'

export const devicesConsole = defineConsole({
  domain: devices,
  pages: [
    definePage({
      path: '/equipmentMana/unregisteredDevice',
      label: ['未注册设备', 'Unregistered devices'],
      permission: 'gateway_view',
      load: async () => (await import('./unregistered.page.tsx')).UnregisteredPage,
    }),
  ],
  resources: [onConsole(gateway, { link: '/equipmentMana/gateway' }), onConsole(group, { link: '/city/lampGroups/index' })],
})
