import { devicesOf } from '@lamplight/devices/server'
import { menuOf } from '@lamplight/kit'
import type { ServerSlice } from '@lamplight/server-kit'
import { cabinets, cabinetsMenu, kinds, loop, switchbox } from '../model/index.ts'
import { seedCabinets } from './demo.ts'
import { loopGroups } from './loop.handler.ts'
import { loopServer } from './loop.server.ts'
import { supply } from './supply-source.ts'
import { switchboxServer } from './switchbox.server.ts'
import { supplyTree } from './tree.handler.ts'

const devices = devicesOf(kinds)

export const cabinetsServer: ServerSlice = {
  domain: cabinets,
  ...devices,
  menu: [...menuOf([switchbox, loop]), ...devices.menu, ...cabinetsMenu],
  resources: [switchboxServer, loopServer, ...devices.resources],
  routes: [loopGroups, supplyTree],
  supply,
  seed: seedCabinets,
}
