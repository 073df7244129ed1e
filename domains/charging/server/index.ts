import { driversPort } from '@lamplight/control/server'
import { pastPort } from '@lamplight/devices/model'
import { devicesOf } from '@lamplight/devices/server'
import { provide, reportsOf, type ServerSlice } from '@lamplight/server-kit'
import { charging, chargingErrors, chargingPileType, energyBill, pile } from '../model/index.ts'
import { playedOperatorsPort } from '../model/ports.ts'
import { checkOrderServer } from './check-order.server.ts'
import { pastOfCharging, seedCharging } from './demo.ts'
import { chargingDriver } from './driver.ts'
import { operatorServer } from './operator.server.ts'
import { orderServer } from './order.server.ts'
import { pileServer } from './pile.server.ts'
import { createPlayedOperators } from './played.port.ts'
import { pushRoute } from './push.handler.ts'
import { stationServer } from './station.server.ts'
import { stationStats } from './station-stats.handler.ts'

const { deviceTypes, live } = devicesOf([{ resource: pile, type: chargingPileType }])
const reports = reportsOf([energyBill])

export const chargingServer: ServerSlice = {
  domain: charging,
  deviceTypes,
  live,
  reports: reports.reports,
  errors: chargingErrors.catalogue,
  menu: reports.menu,
  resources: [pileServer, orderServer, checkOrderServer, stationServer, operatorServer],
  routes: [pushRoute, stationStats, ...reports.routes],
  drivers: [chargingDriver],
  ports: [provide(playedOperatorsPort, createPlayedOperators)],
  needs: [driversPort, pastPort],
  seed: seedCharging,
  past: pastOfCharging,
}

export { envelope, type SignedBy, stampOf } from './signature.ts'
