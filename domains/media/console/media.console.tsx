import { defineConsole, definePage } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { deliveryPages, onDeviceConsole } from '@lamplight/control/console'
import { lazy } from 'react'
import { media } from '../domain.ts'
import { alarmMachineType } from '../model/alarm-machine.device.ts'
import { alarmMachine } from '../model/alarm-machine.resource.ts'
import { broadcastType } from '../model/broadcast.device.ts'
import { broadcast } from '../model/broadcast.resource.ts'
import { cameraType } from '../model/camera.device.ts'
import { camera } from '../model/camera.resource.ts'
import { infoScreenType } from '../model/info-screen.device.ts'
import { infoScreen } from '../model/info-screen.resource.ts'
import { onOffStrategy } from '../model/on-off-strategy.resource.ts'
import { smartLockType } from '../model/smart-lock.device.ts'
import { smartLock } from '../model/smart-lock.resource.ts'
import { M } from './media.messages.ts'

const PublishDialog = lazy(async () => ({ default: (await import('./on-off.dialog.tsx')).PublishDialog }))
const CancelDialog = lazy(async () => ({ default: (await import('./on-off.dialog.tsx')).CancelDialog }))
const EQUIPMENT = '/visual/equipmentMana'

export const mediaConsole = defineConsole({
  domain: media,
  pages: [
    ...deliveryPages(
      'onoff',
      `${EQUIPMENT}/onOffStrategy/log`,
      M.log,
      async () => (await import('../model/on-off.delivery.ts')).onOffDelivery,
    ),
    definePage({
      path: `${EQUIPMENT}/components/onOffStrategyAdd`,
      label: M.add,
      permission: 'onoff_add',
      load: async () => (await import('./on-off-add.page.tsx')).OnOffAddPage,
    }),
  ],
  resources: [
    onDeviceConsole(infoScreen, infoScreenType, { counter: ['块', 'screen'] }),
    onDeviceConsole(broadcast, broadcastType),
    onDeviceConsole(camera, cameraType),
    onDeviceConsole(alarmMachine, alarmMachineType),
    onDeviceConsole(smartLock, smartLockType),
    onConsole(onOffStrategy, { state: 'status', actions: { publish: PublishDialog, cancel: CancelDialog } }),
  ],
})
