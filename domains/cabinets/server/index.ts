import { commandsPort, pastPort } from '@lamplight/devices/model'
import { devicesOf } from '@lamplight/devices/server'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { feedersPort } from '@lamplight/strategies/model'
import { directoryPort } from '@lamplight/system/model'
import { families } from '../model/families.ts'
import { cabinets, cabinetsMenu, kinds } from '../model/index.ts'
import { bindings } from './bindings.ts'
import { concentrators } from './concentrators.ts'
import { seedCabinets, seedConcentratorLamps, seedConcentrators } from './demo.ts'
import { storeMeterPast } from './demo-meters.ts'
import { feedFollower } from './feed-follower.ts'
import { loopGroups } from './loop.handler.ts'
import { loopServer } from './loop.server.ts'
import { moveRoutes } from './move.handler.ts'
import { createFeeders, played, supply } from './supply-source.ts'
import { switchboxServer } from './switchbox.server.ts'
import { supplyTree } from './tree.handler.ts'

const devices = devicesOf(kinds)

export const cabinetsServer: ServerSlice = {
  domain: cabinets,
  families,
  deviceTypes: [...devices.deviceTypes, ...concentrators.deviceTypes],
  menu: [...cabinetsMenu],
  resources: [switchboxServer, loopServer, ...devices.resources, ...concentrators.resources],
  routes: [loopGroups, supplyTree, ...moveRoutes, ...concentrators.routes],
  live: { ...devices.live, ...concentrators.live },
  bindings,
  replacement: [feedFollower],
  supply,
  ports: [provide(feedersPort, createFeeders)],
  played,
  seed: async (platform, at) => {
    await concentrators.seed(platform, at)
    await seedCabinets(platform)
    await seedConcentrators(platform)
    await seedConcentratorLamps(platform)
  },
  past: async (platform, span) => [(query) => storeMeterPast(platform, query, span)],
  needs: [commandsPort, directoryPort, pastPort],
}
