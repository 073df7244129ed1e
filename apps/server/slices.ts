import { alarmsServer } from '@lamplight/alarms/server'
import { cabinetsServer } from '@lamplight/cabinets/server'
import { chargingServer } from '@lamplight/charging/server'
import { chirpstackServer } from '@lamplight/chirpstack/server'
import { controlServer } from '@lamplight/control/server'
import { dashboardsServer } from '@lamplight/dashboards/server'
import { devicesServer } from '@lamplight/devices/server'
import { diagnosisServer } from '@lamplight/diagnosis/server'
import { environmentServer } from '@lamplight/environment/server'
import { equipmentServer } from '@lamplight/equipment/server'
import { forwardingServer } from '@lamplight/forwarding/server'
import { identityServer } from '@lamplight/identity/server'
import { iotServer } from '@lamplight/iot/server'
import { lightingServer } from '@lamplight/lighting/server'
import { linkageServer } from '@lamplight/linkage/server'
import { loraServer } from '@lamplight/lora/server'
import { mediaServer } from '@lamplight/media/server'
import { placesServer } from '@lamplight/places/server'
import { productsServer } from '@lamplight/products/server'
import { reportsServer } from '@lamplight/reports/server'
import { roadcabinetsServer } from '@lamplight/roadcabinets/server'
import { salesServer } from '@lamplight/sales/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { solarServer } from '@lamplight/solar/server'
import { strategiesServer } from '@lamplight/strategies/server'
import { systemServer } from '@lamplight/system/server'

/** All slices of the product, lower ones first. */
export const slices: readonly ServerSlice[] = [
  systemServer,
  identityServer,
  placesServer,
  devicesServer,
  controlServer,
  lightingServer,
  environmentServer,
  strategiesServer,
  linkageServer,
  loraServer,
  chargingServer,
  iotServer,
  productsServer,
  mediaServer,
  cabinetsServer,
  equipmentServer,
  roadcabinetsServer,
  chirpstackServer,
  salesServer,
  solarServer,
  alarmsServer,
  forwardingServer,
  diagnosisServer,
  dashboardsServer,
  reportsServer,
]
