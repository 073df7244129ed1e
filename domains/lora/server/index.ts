import { familiesOf, simpleCommandRoute } from '@lamplight/control/server'
import { devicesOf, onDevice } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { families } from '../model/families.ts'
import { kinds, lora, loraErrors, loraGateway, loraGatewayType, loraMenu, loraRoot, loraRootType } from '../model/index.ts'
import { seedLora } from './demo.ts'
import { played } from './played.ts'
import { removeWithGateway, whiteListServer } from './white-list.server.ts'

const devices = devicesOf(kinds)
const params = familiesOf(families)
const gateways = onDevice(loraGateway, loraGatewayType, { beforeRemove: removeWithGateway })

const REBOOT = 4
const GATEWAYS = { type: loraGatewayType, resource: loraGateway, ids: 'ids' } as const
const CONTROL = 'blade-city/lora/control'

/** Calls that pass a simple command as a code (lora.control.do.simple_command, lora.control.batchDoSimpleCommand, sun.loraroot.group.reboot). */
const simpleRoutes = [
  simpleCommandRoute({
    ...GATEWAYS,
    path: `${CONTROL}/do/simple_command`,
    summary: ['LoRa网关简单指令', 'Simple command to a LoRa gateway'],
  }),
  simpleCommandRoute({
    ...GATEWAYS,
    path: `${CONTROL}/batchDoSimpleCommand`,
    summary: ['LoRa网关批量简单指令', 'Simple command to LoRa gateways'],
  }),
  simpleCommandRoute({
    path: 'blade-sun/loraroot/group/reboot',
    summary: ['LoRa根节点分组重启', 'Reboot the LoRa roots of a group'],
    type: loraRootType,
    resource: loraRoot,
    ids: 'groupId',
    cmd: REBOOT,
  }),
]

export const loraServer: ServerSlice = {
  domain: lora,
  errors: loraErrors.catalogue,
  families,
  played,
  ...devices,
  menu: [...loraMenu],
  resources: [...devices.resources.map((one) => (one.resource === loraGateway ? gateways : one)), whiteListServer, ...params.resources],
  routes: [...params.routes, ...simpleRoutes],
  seed: async (platform, at) => {
    await devices.seed(platform, at)
    await seedLora(platform)
  },
}
