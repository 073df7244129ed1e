import { commandsPort } from '@lamplight/devices/model'
import { devicesOf } from '@lamplight/devices/server'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { chirpstack, chirpstackErrors, virtualServersPort } from '../model/index.ts'
import { kinds } from '../model/kinds.ts'
import { codecServer } from './codec.server.ts'
import { seedChirpstack } from './demo.ts'
import { chirpstackDriver } from './driver.ts'
import { multicastServer } from './multicast.server.ts'
import { nodeServer } from './node.server.ts'
import { ownServerPort } from './ports.ts'
import { serverServer } from './server.server.ts'
import { createOwnServer, createVirtualServers } from './virtual.port.ts'

const devices = devicesOf(kinds)

export const chirpstackServer: ServerSlice = {
  domain: chirpstack,
  deviceTypes: devices.deviceTypes,
  live: devices.live,
  resources: [serverServer, codecServer, nodeServer, multicastServer],
  drivers: [chirpstackDriver],
  errors: chirpstackErrors.catalogue,
  ports: [provide(ownServerPort, createOwnServer), provide(virtualServersPort, createVirtualServers)],
  needs: [commandsPort],
  seed: seedChirpstack,
}
